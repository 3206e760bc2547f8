//! A service tried for the first time: what it lists, and what a person is told where something is wrong with it.

use connectors::{Kind, Secret};
use support::app::TestApp;
use support::provider::{Provider, Reply};
use workbench::contract::{
    AnswerDelivery, CheckedService, CommandError, KeySource, Nothing, ProxyChoice, SaveService,
    ServiceSettings,
};

const KEY: &str = "sk-test-0123456789";
const ACCOUNT: &str = "AKIAIOSFODNN7EXAMPLE:wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

/// The list of models as OpenAI has it, and everybody who goes by it.
const AS_OPENAI: &str =
    r#"{"object":"list","data":[{"id":"b","object":"model"},{"id":"a","object":"model"}]}"#;

fn service(kind: &str, address: String, key: &str) -> SaveService {
    let settings = ServiceSettings {
        id: String::new(),
        kind: kind.to_owned(),
        title: "Acme".to_owned(),
        address,
        key: KeySource::Kept,
        headers: Vec::new(),
        models: Vec::new(),
        proxy: ProxyChoice::Direct,
        certificates: None,
        delivery: AnswerDelivery::Streamed,
        idle_seconds: None,
        at_once: None,
        told: [].into(),
    };
    SaveService { settings, key: Secret::new(key), header_values: [].into() }
}

/// How a kind lists its models: what is behind the host in its address, where it asks, what it shows of its key, what it
/// is told, and what is left of that.
struct Listing {
    address: &'static str,
    path: &'static str,
    header: &'static str,
    told: &'static str,
    models: [&'static str; 2],
}

const OPENAI: Listing = Listing {
    address: "/v1",
    path: "/v1/models",
    header: "authorization: Bearer sk-test-0123456789",
    told: AS_OPENAI,
    models: ["a", "b"],
};

fn listing(kind: &str) -> Listing {
    match kind {
        "azure-openai" | "azure-openai-responses" => Listing {
            address: "/openai/v1",
            path: "/openai/v1/models",
            header: "api-key: sk-test-0123456789",
            ..OPENAI
        },
        "azure-openai-dated" => Listing {
            address: "/openai?api-version=2024-10-21",
            path: "/openai/models?api-version=2024-10-21",
            header: "api-key: sk-test-0123456789",
            ..OPENAI
        },
        "anthropic" => Listing {
            address: "",
            path: "/v1/models?limit=1000",
            header: "x-api-key: sk-test-0123456789",
            told: r#"{"data":[{"type":"model","id":"claude-b"},{"type":"model","id":"claude-a"}],"has_more":false}"#,
            models: ["claude-a", "claude-b"],
        },
        "gemini" | "gemini-interactions" => Listing {
            address: "/v1beta",
            path: "/v1beta/models?pageSize=1000",
            header: "x-goog-api-key: sk-test-0123456789",
            told: r#"{"models":[
                {"name":"models/gemini-b","supportedGenerationMethods":["generateContent","countTokens"]},
                {"name":"models/embedding-1","supportedGenerationMethods":["embedContent"]},
                {"name":"models/gemini-a","supportedGenerationMethods":["generateContent"]}]}"#,
            models: ["gemini-a", "gemini-b"],
        },
        "vertex" => Listing {
            address: "/v1beta1/projects/p/locations/global/publishers/google",
            path: "/v1beta1/publishers/google/models?pageSize=1000",
            told: r#"{"publisherModels":[{"name":"publishers/google/models/gemini-b"},
                {"name":"publishers/google/models/imagen-9"},{"name":"publishers/google/models/gemini-a"}]}"#,
            models: ["gemini-a", "gemini-b"],
            ..OPENAI
        },
        "mistral" => Listing {
            told: r#"{"object":"list","data":[{"id":"b","capabilities":{"completion_chat":true}},
                {"id":"ocr","capabilities":{"completion_chat":false}},{"id":"a"}]}"#,
            ..OPENAI
        },
        "ollama" => Listing {
            address: "/api",
            path: "/api/tags",
            told: r#"{"models":[{"name":"qwen3:8b","size":1},{"name":"llama4:latest","size":2}]}"#,
            models: ["llama4:latest", "qwen3:8b"],
            ..OPENAI
        },
        "bedrock" => Listing {
            address: "",
            path: "/foundation-models",
            header: "authorization: AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/",
            told: r#"{"modelSummaries":[{"modelId":"b.chat-v1:0","outputModalities":["TEXT"]},
                {"modelId":"embed","outputModalities":["EMBEDDING"]},{"modelId":"a.chat","outputModalities":["TEXT"]}]}"#,
            models: ["a.chat", "b.chat-v1:0"],
        },
        _ => OPENAI,
    }
}

fn host(provider: &Provider) -> String {
    provider.address().strip_suffix("/v1").expect("an address").to_owned()
}

fn json(status: &str, body: &str) -> Reply {
    Reply::response(status, "content-type: application/json\r\n", body)
}

#[tokio::test]
async fn every_kind_lists_its_models_where_and_as_its_service_does() {
    let app = TestApp::new();
    for kind in Kind::all().into_iter().map(|kind| kind.facts().id) {
        let Listing { address, path, header, told, models } = listing(kind);
        let provider = Provider::start(vec![json("200 OK", told)]).await;
        let key = if kind == "bedrock" { ACCOUNT } else { KEY };
        let args = service(kind, format!("{}{address}", host(&provider)), key);
        let tested = app.workbench.service_test(args).await.expect(kind);
        assert_eq!(tested.models, models, "{kind}");
        let heard = provider.heard().concat();
        assert!(heard.starts_with(&format!("GET {path} HTTP/1.1\r\n")), "{kind}: {heard}");
        assert!(heard.contains(header), "{kind}: {heard}");
        assert!(!heard.contains("EXAMPLEKEY"), "a secret that signs is not sent");
    }
}

#[tokio::test]
async fn all_that_a_service_lists_is_there_after_a_restart() {
    let provider = Provider::start(vec![json("200 OK", AS_OPENAI)]).await;
    let app = TestApp::new();
    let mut args = service("openai-compatible", provider.address(), KEY);
    args.settings.models = vec!["b".to_owned()];
    app.workbench.service_test(args.clone()).await.expect("it lists its models");
    app.workbench.service_save(args).await.expect("it is saved");
    let app = app.restarted().await;
    let list = app.workbench.services_list(Nothing {}).await.expect("a list");
    let settings = &list.services.first().expect("a service").settings;
    assert_eq!(settings.told.keys().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(settings.models, ["b"]);
}

/// What a person is told when a service is tried that answers like this.
async fn tried(kind: &str, reply: Option<Reply>) -> CommandError {
    let is_there = reply.is_some();
    let provider = Provider::start(reply.into_iter().collect()).await;
    let address = provider.address();
    let _provider = is_there.then_some(provider);
    let app = TestApp::new();
    app.workbench.service_test(service(kind, address, KEY)).await.expect_err("it does not work")
}

#[track_caller]
fn check(error: &CommandError, message: &str, advice: &str) {
    let told = error.advice.as_ref().map(ToString::to_string).unwrap_or_default();
    assert!(error.message.to_string().contains(message) && told.contains(advice), "{error:?}");
    assert!(!format!("{error:?}").contains(KEY), "the key is told");
}

#[tokio::test]
async fn a_wrong_key_is_told_as_one() {
    let refusals = [
        ("openai", r#"{"error":{"message":"Incorrect API key provided.","code":"invalid_api_key"}}"#),
        (
            "anthropic",
            r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#,
        ),
        ("mistral", r#"{"detail":"Unauthorized"}"#),
        ("openai-compatible", ""),
    ];
    for (kind, body) in refusals {
        check(&tried(kind, Some(json("401 Unauthorized", body))).await, "Acme refused: ", "Check the key");
    }
    let body = r#"{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}"#;
    check(&tried("gemini", Some(json("400 Bad Request", body))).await, "API key not valid.", "Check the key");
    let body = r#"{"message":"The security token included in the request is invalid."}"#;
    let app = TestApp::new();
    let provider = Provider::start(vec![json("403 Forbidden", body)]).await;
    let refused = app.workbench.service_test(service("bedrock", host(&provider), ACCOUNT)).await;
    check(&refused.expect_err("it is refused"), "security token", "Check the key");
}

#[tokio::test]
async fn an_address_where_nobody_is_is_told_as_one() {
    let error = tried("openai", None).await;
    check(
        &error,
        "Acme can't be reached",
        "Check the address, the proxy and your network. Such an address looks like https://api.openai.com/v1.",
    );
}

#[tokio::test]
async fn a_host_with_nothing_at_that_path_is_told_as_one() {
    for body in [r#"{"detail":"Not Found"}"#, "404 page not found", ""] {
        let error = tried("openai-compatible", Some(json("404 Not Found", body))).await;
        check(
            &error,
            "(404)",
            "has nothing at this path: check the end of the address. Such an address looks like https://models.example/v1.",
        );
    }
}

#[tokio::test]
async fn a_service_of_another_kind_is_told_as_one() {
    let ollama = r#"{"models":[{"name":"qwen3:8b"}]}"#;
    let error = tried("openai-compatible", Some(json("200 OK", ollama))).await;
    check(&error, "can't be read", "Something else than OpenAI-compatible answers there");
    let error = tried("ollama", Some(json("200 OK", AS_OPENAI))).await;
    check(&error, "can't be read", "Something else than Ollama answers there");
    let page = Reply::response("200 OK", "content-type: text/html\r\n", "<html>Log in</html>");
    check(&tried("mistral", Some(page)).await, "web page", "check the address and the kind");
}

#[tokio::test]
async fn what_can_t_be_a_key_is_told_before_anything_is_sent() {
    let app = TestApp::new();
    let provider = Provider::start(Vec::new()).await;
    for (kind, key, expected) in [
        ("openai", "Bearer sk-1234", "leave out `Bearer`"),
        ("openai", "sk-12\n34", "no line breaks"),
        ("openai", "sk-…1234", "plain letters"),
        ("bedrock", "AKIAIOSFODNN7EXAMPLE", "without its secret: write id:secret"),
        ("bedrock", "ASIAIOSFODNN7EXAMPLE:wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "needs its session"),
    ] {
        let args = service(kind, provider.address(), key);
        let checked = app.workbench.service_check(args.clone()).await.expect("a word");
        assert!(checked.key.as_ref().is_some_and(|word| word.to_string().contains(expected)), "{checked:?}");
        let tried = app.workbench.service_test(args.clone()).await.expect_err("it is refused");
        let saved = app.workbench.service_save(args).await.expect_err("it is refused");
        assert!(
            tried.message.to_string().contains(expected) && saved.message.to_string().contains(expected),
            "{tried:?}"
        );
    }
    assert_eq!(provider.heard(), Vec::<String>::new());
    let list = app.workbench.services_list(Nothing {}).await.expect("a list");
    let forms: Vec<_> = list.kinds.into_iter().filter_map(|kind| Some((kind.id, kind.key_form?))).collect();
    assert!(
        forms.iter().any(|(id, form)| id == "bedrock" && form.to_string().contains("id:secret:session")),
        "{forms:?}"
    );
}

#[tokio::test]
async fn a_key_that_would_travel_in_the_clear_is_warned_of() {
    let app = TestApp::new();
    let mut args = service("openai-compatible", "http://models.example:8080/v1".to_owned(), KEY);
    let word = "The key goes to models.example:8080 without encryption";
    let address =
        |checked: CheckedService| checked.address.as_ref().map(ToString::to_string).unwrap_or_default();
    let checked = app.workbench.service_check(args.clone()).await.expect("a word");
    assert!(address(checked).starts_with(word));
    app.workbench.service_save(args.clone()).await.expect("it is saved all the same");
    let list = app.workbench.services_list(Nothing {}).await.expect("a list");
    assert!(list.services[0].warnings[0].to_string().starts_with(word));
    for safe in
        ["https://models.example/v1", "http://127.0.0.1:8080/v1", "http://localhost/v1", "http://[::1]:80/v1"]
    {
        args.settings.address = safe.to_owned();
        let checked = app.workbench.service_check(args.clone()).await.expect("a word");
        assert_eq!(address(checked), "", "{safe}");
    }
    args.settings.address = "http://models.example/v1".to_owned();
    args.settings.key = KeySource::None;
    let checked = app.workbench.service_check(args).await.expect("a word");
    assert_eq!(address(checked), "", "where there is no key none is read");
}
