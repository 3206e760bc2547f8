//! A request that a person wrote by hand, sent once. Its answer is kept, and becomes a part of the history only if the
//! person says so.

use super::composed::Composed;
use super::error::RequestError;
use crate::Workbench;
use crate::contract::{CommandError, NamedSession, Note, Nothing, Trial, TryRequest, UseTrial};
use content::{Author, Item, Message, MessageId, Origin, Role};
use futures::StreamExt;
use invocation::{CutAnswer, Reception};
use notices::Describe;
use ports::{ConnectorError, EventStream};
use sessions::SessionEvent;
use tokio_util::sync::CancellationToken;

impl Workbench {
    pub async fn request_try(&self, args: TryRequest) -> Result<Trial, CommandError> {
        let TryRequest { session, source, model, body } = args;
        let connector = self.models()?.known(&model)?;
        let Composed { request, after, says, .. } = self.composed(&session, &source).await?;
        let under_way = self.trials().begin(&session).ok_or(RequestError::BeingTried)?;
        let exchange = self.ids().exchange();
        let scope = under_way.scope(&self.ledger()?, &exchange);
        let blank = Trial {
            exchange,
            model,
            after,
            says,
            items: Vec::new(),
            calls: Vec::new(),
            usage: None,
            stop: None,
            failure: None,
        };
        let stream = connector.stream_body(request, body, &scope);
        let trial = received(stream, under_way.cancel.clone(), blank).await;
        let note = Note::Tried { trial: trial.clone() };
        self.note(session, vec![SessionEvent::Noted { note }]).await?;
        Ok(trial)
    }

    pub async fn request_stop(&self, args: NamedSession) -> Result<Nothing, CommandError> {
        self.trials().stop(&args.session);
        Ok(Nothing {})
    }

    /// Lets a history go on with the answer, beside what is there.
    pub async fn trial_use(&self, args: UseTrial) -> Result<Nothing, CommandError> {
        let UseTrial { session, exchange } = args;
        self.check_rests(&session).await?;
        let log = self.ledger()?.read(session.clone(), 0).await?;
        let tried = log.into_iter().find_map(|entry| {
            let SessionEvent::Noted { note: Note::Tried { trial } } = entry.event else { return None };
            (trial.exchange == exchange).then_some(trial)
        });
        let trial = tried.ok_or(RequestError::NotTried { exchange })?;
        if trial.items.is_empty() {
            return Err(RequestError::EmptyAnswer.into());
        }
        let mut ids = || self.ids().message();
        let grown = grown(trial, &mut ids).into_iter();
        let added = grown.map(|message| SessionEvent::<Note>::MessageAdded { message, turn: None });
        self.note(session, added.collect()).await
    }
}

/// What was said first, where anything was, and the answer behind it.
fn grown(trial: Trial, ids: &mut impl FnMut() -> MessageId) -> Vec<Message> {
    let Trial { model, after, says, items, .. } = trial;
    let mut grown = Vec::new();
    let mut parent = after;
    if let Some(text) = says {
        let said = Message {
            id: ids(),
            parent,
            role: Role::User,
            items: vec![Item::Text { text }],
            author: Author::Person,
            origin: Origin::Person,
        };
        parent = Some(said.id.clone());
        grown.push(said);
    }
    grown.push(Message {
        id: ids(),
        parent,
        role: Role::Assistant,
        items,
        author: Author::Model { model },
        origin: Origin::Model,
    });
    grown
}

/// What had come before something went wrong is kept with what went wrong.
async fn received(mut stream: EventStream, cancel: CancellationToken, blank: Trial) -> Trial {
    let mut reception = Reception::default();
    let error = loop {
        let next = tokio::select! {
            biased;
            () = cancel.cancelled() => Some(Err(ConnectorError::Cancelled)),
            next = stream.next() => next,
        };
        match next {
            Some(Ok(event)) => reception.take(event),
            Some(Err(error)) => break Some(error),
            None => break Some(ConnectorError::BrokenOff),
        }
        if reception.is_finished() {
            break None;
        }
    };
    let (usage, stop) = (reception.usage(), reception.stop().cloned());
    let Some(error) = error else {
        return Trial { items: reception.into_items(), usage, stop, ..blank };
    };
    let CutAnswer { items, calls, usage } = reception.into_cut();
    Trial { items, calls, usage, stop, failure: Some(error.notice()), ..blank }
}
