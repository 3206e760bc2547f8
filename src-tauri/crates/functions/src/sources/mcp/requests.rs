//! What servers ask of the person, each waiting for its answer.

use content::Media;
use limits::{MCP_QUESTION, MCP_QUESTIONS};
use notices::{Describe, Notice};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::{oneshot, watch};
use ts_rs::TS;

/// Something a server wants from the person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PersonRequest {
    #[ts(type = "number")]
    pub id: u64,
    /// The id of the server.
    pub server: String,
    /// Its name for people.
    pub title: String,
    pub asks: Asks,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Asks {
    /// Values that fit a schema.
    Form {
        message: String,
        #[ts(type = "JsonValue")]
        schema: Value,
    },
    /// To open an address and do something there.
    Visit { message: String, address: String },
    /// What a model says to these messages.
    Sample { sampling: Sampling },
}

/// A request for a model's answer. The person sees all of it, and decides what is sent and what is answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Sampling {
    pub instructions: Option<String>,
    pub messages: Vec<SampledMessage>,
    pub most_tokens: u32,
    pub temperature: Option<f32>,
    pub stop_sequences: Vec<String>,
    /// The models the server would like best.
    pub models: Vec<String>,
    /// What of the request can't be heeded here.
    pub left_out: Vec<Notice>,
}

/// One message of such a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SampledMessage {
    pub is_model: bool,
    pub text: String,
    pub media: Vec<Media>,
}

/// What the person answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum PersonAnswer {
    /// The values of a form, or nothing where an address was visited.
    Accept {
        #[ts(type = "JsonValue")]
        value: Value,
    },
    /// What the model said, or the person in its place.
    Say {
        text: String,
        model: String,
    },
    Decline,
    Cancel,
}

/// Why a person is not asked, for the server that wants to.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "unasked")]
pub(crate) enum Unasked {
    #[error("{MCP_QUESTIONS} wait for an answer already, which is the most that may: wait for one")]
    TooMany,
    #[error("the question is longer than {MCP_QUESTION}, which is the most that is shown: ask for less")]
    TooLong,
}

/// All that is open.
pub struct Requests {
    open: Mutex<Open>,
    news: watch::Sender<u64>,
}

#[derive(Default)]
struct Open {
    last: u64,
    waiting: BTreeMap<u64, Waiting>,
}

struct Waiting {
    request: PersonRequest,
    reply: oneshot::Sender<PersonAnswer>,
}

impl Requests {
    pub fn new(news: watch::Sender<u64>) -> Self {
        Self { open: Mutex::default(), news }
    }

    /// What is waiting, the oldest first.
    pub fn open(&self) -> Vec<PersonRequest> {
        self.lock().waiting.values().map(|waiting| waiting.request.clone()).collect()
    }

    pub fn find(&self, id: u64) -> Option<PersonRequest> {
        self.lock().waiting.get(&id).map(|waiting| waiting.request.clone())
    }

    /// Tells whether anybody still waited for it.
    pub fn answer(&self, id: u64, answer: PersonAnswer) -> bool {
        let waiting = self.lock().waiting.remove(&id);
        self.tell();
        waiting.is_some_and(|waiting| waiting.reply.send(answer).is_ok())
    }

    /// Whether a server waits for the person.
    pub(super) fn is_asking(&self, server: &str) -> bool {
        self.lock().waiting.values().any(|waiting| waiting.request.server == server)
    }

    /// Waits for the person. Dropping this withdraws the request.
    pub(super) async fn ask(&self, server: &str, title: &str, asks: Asks) -> Result<PersonAnswer, Unasked> {
        let length = serde_json::to_vec(&asks).map_or(usize::MAX, |asks| asks.len());
        if length > MCP_QUESTION.size() {
            return Err(Unasked::TooLong);
        }
        let (reply, answered) = oneshot::channel();
        let id = {
            let mut open = self.lock();
            let waiting = open.waiting.values().filter(|waiting| waiting.request.server == server);
            if waiting.count() >= MCP_QUESTIONS.size() {
                return Err(Unasked::TooMany);
            }
            open.last += 1;
            let id = open.last;
            let (server, title) = (server.to_owned(), title.to_owned());
            open.waiting.insert(id, Waiting { request: PersonRequest { id, server, title, asks }, reply });
            id
        };
        let _taken_back = TakenBack { requests: self, id };
        self.tell();
        Ok(answered.await.unwrap_or(PersonAnswer::Cancel))
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self) {
        self.news.send_modify(|count| *count += 1);
    }
}

struct TakenBack<'a> {
    requests: &'a Requests,
    id: u64,
}

impl Drop for TakenBack<'_> {
    fn drop(&mut self) {
        if self.requests.lock().waiting.remove(&self.id).is_some() {
            self.requests.tell();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Asks, PersonAnswer, Requests, Unasked};
    use limits::{MCP_QUESTION, MCP_QUESTIONS};
    use tokio::sync::watch;

    fn visit() -> Asks {
        Asks::Visit { message: "Log in".to_owned(), address: "https://acme.example".to_owned() }
    }

    #[tokio::test]
    async fn an_answer_reaches_the_one_who_asked_and_a_second_one_nobody() {
        let requests = Requests::new(watch::Sender::new(0));
        let asked = requests.ask("acme", "Acme", visit());
        let answering = async {
            let id = requests.open()[0].id;
            let taken = requests.answer(id, PersonAnswer::Decline);
            (taken, requests.answer(id, PersonAnswer::Decline))
        };
        let (answer, taken) = tokio::join!(asked, answering);
        assert_eq!((answer, taken), (Ok(PersonAnswer::Decline), (true, false)));
    }

    #[test]
    fn a_server_that_asks_more_than_a_person_can_look_through_is_refused() {
        let requests = Requests::new(watch::Sender::new(0));
        let poll = |asks| {
            let mut asked = Box::pin(requests.ask("acme", "Acme", asks));
            let mut context = std::task::Context::from_waker(std::task::Waker::noop());
            (asked.as_mut().poll(&mut context), asked)
        };
        let waiting: Vec<_> = (0..MCP_QUESTIONS.most).map(|_| poll(visit())).collect();
        assert!(waiting.iter().all(|(now, _)| now.is_pending()));
        assert_eq!(poll(visit()).0, std::task::Poll::Ready(Err(Unasked::TooMany)));
        drop(waiting);
        assert!(poll(visit()).0.is_pending());
        let long = Asks::Visit { message: "x".repeat(MCP_QUESTION.size()), address: String::new() };
        assert_eq!(poll(long).0, std::task::Poll::Ready(Err(Unasked::TooLong)));
    }

    #[test]
    fn a_request_nobody_waits_for_is_taken_back() {
        let requests = Requests::new(watch::Sender::new(0));
        let mut asked = Box::pin(requests.ask("acme", "Acme", visit()));
        let waker = std::task::Waker::noop();
        assert!(asked.as_mut().poll(&mut std::task::Context::from_waker(waker)).is_pending());
        assert!(requests.is_asking("acme"));
        drop(asked);
        assert!(requests.open().is_empty());
    }
}
