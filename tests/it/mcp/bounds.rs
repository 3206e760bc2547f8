//! Servers that want more than they may have: each is told apart from one that works, and the rest of it works on.

use super::{Bench, McpState, fixture, names};
use functions::ListedSource;
use functions::sources::mcp::LineFrom;
use limits::{MCP_ABOUT, MCP_PAGES, MCP_PROBLEMS, MCP_QUESTIONS, MCP_RELISTING, MCP_TOOLS};
use workbench::contract::Nothing;
use workbench::english;

async fn greedy(arguments: &[&str]) -> (Bench, McpState, ListedSource) {
    let (mut bench, id) = Bench::with(fixture("greedy.mjs", arguments)).await;
    let state = bench.until_running(&id).await;
    let overview = bench.app.workbench.overview(Nothing {}).await.expect("an overview");
    let source = overview.sources.into_iter().find(|source| source.facts.id.as_str() == "mcp:acme");
    (bench, state, source.expect("its source"))
}

#[track_caller]
fn check(source: &ListedSource, functions: usize, problem: &str) {
    let told: Vec<_> = source.problems.iter().map(|problem| english(&problem.message)).collect();
    assert_eq!((source.functions.len(), told), (functions, vec![problem.to_owned()]));
}

#[tokio::test]
async fn a_list_without_an_end_is_read_up_to_its_limit_and_what_was_read_is_offered() {
    let (bench, _, source) = greedy(&["--pages"]).await;
    let pages = MCP_PAGES.size();
    check(
        &source,
        pages,
        &format!(
            "its list of tools goes on beyond {pages} pages: {pages} were listed so far, and {pages} are offered"
        ),
    );
    bench.close().await;
}

#[tokio::test]
async fn a_list_that_goes_in_a_circle_is_read_once() {
    let (bench, state, source) = greedy(&["--circle"]).await;
    assert_eq!(names(&state), ["tool-0", "tool-1", "tool-2"]);
    check(&source, 3, "its list of tools goes in a circle: 3 were listed so far, and 3 are offered");
    bench.close().await;
}

#[tokio::test]
async fn of_more_tools_than_may_be_offered_the_first_are() {
    let (most, listed) = (MCP_TOOLS.size(), MCP_TOOLS.size() + 5);
    let (bench, _, source) = greedy(&["--many", &listed.to_string()]).await;
    check(
        &source,
        most,
        &format!(
            "its list of tools goes on beyond {most} tools: {listed} were listed so far, and {most} are offered"
        ),
    );
    bench.close().await;
}

#[tokio::test]
async fn of_tools_that_are_too_much_to_read_the_first_are_offered() {
    let (bench, _, source) = greedy(&["--bytes"]).await;
    check(
        &source,
        163,
        "its list of tools goes on beyond 32 MB: 180 were listed so far, and 163 are offered",
    );
    bench.close().await;
}

#[tokio::test]
async fn a_tool_with_a_schema_that_is_too_large_is_left_out_and_the_others_work() {
    let (bench, _, source) = greedy(&["--large"]).await;
    check(&source, 1, "the tool large is larger than 256 KB with its schema and is left out");
    bench.close().await;
}

#[tokio::test]
async fn of_a_list_where_everything_is_wrong_the_first_problems_are_told() {
    let (bench, _, source) = greedy(&["--nameless", "5000"]).await;
    let last = source.problems.last().map(|problem| english(&problem.message));
    assert_eq!(source.problems.len(), MCP_PROBLEMS.size() + 1);
    assert_eq!(last.as_deref(), Some("4900 more tools are left out, beyond 100 problems that are told"));
    bench.close().await;
}

#[tokio::test]
async fn what_a_server_says_of_itself_is_cut() {
    let (bench, state, _) = greedy(&[]).await;
    let about = state.about.expect("it says something");
    assert_eq!((about.len(), about.ends_with('…')), (MCP_ABOUT.size() + "…".len(), true));
    bench.close().await;
}

#[tokio::test]
async fn a_server_that_asks_without_an_end_is_refused_and_the_person_sees_the_first_questions() {
    let (mut bench, _, _) = greedy(&["--asks", "20"]).await;
    let most = MCP_QUESTIONS.size();
    let refused = "8 questions wait for an answer already, which is the most that may: wait for one";
    let is_refused = |line: &&functions::sources::mcp::SourceLine| line.text == refused;
    bench.until("acme", |state| state.lines.iter().filter(is_refused).count() == 20 - most).await;
    let open = bench.session.until_sources(|now| Some(now.requests.len())).await;
    assert_eq!(open, most);
    bench.close().await;
}

#[tokio::test]
async fn a_storm_of_news_has_its_list_read_once_in_a_while() {
    let (mut bench, _, _) = greedy(&["--storm"]).await;
    let listed = |state: &McpState| -> Vec<u64> {
        let lines = state.lines.iter().filter(|line| line.from == LineFrom::Errors);
        lines.filter_map(|line| line.text.strip_prefix("listed at ")?.parse().ok()).collect()
    };
    let state = bench.until("acme", |state| listed(state).len() >= 4).await;
    let times = listed(&state);
    // The first change may have come at once. Then there is a rest, give or take what two clocks differ.
    let rests = times.windows(2).skip(1).map(|pair| pair[1] - pair[0]);
    assert!(rests.clone().all(|rest| rest + 100 >= 1_000 * MCP_RELISTING.most), "{times:?}");
    bench.close().await;
}
