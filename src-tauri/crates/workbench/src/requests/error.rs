//! Reasons why a request can't be shown, tried or compared.

use content::ExchangeId;
use notices::Describe;
use ports::SelectorError;

#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "request-command")]
pub(crate) enum RequestError {
    #[error("the model answered nothing")]
    #[advice("Send the request again.")]
    EmptyAnswer,
    #[error("a request of this session is being tried already")]
    #[advice("Wait for its answer or stop it.")]
    BeingTried,
    #[error("no request {exchange} was tried in this session")]
    #[advice("Reload the page to see what there is.")]
    NotTried {
        #[notice(text)]
        exchange: ExchangeId,
    },
    #[error("there is no kind {kind}")]
    #[advice("Choose one of the list.")]
    NoKind { kind: String },
    #[error("this model has no wire, so there is no request to show")]
    #[advice("Choose a model of a service.")]
    NoWire,
    #[error("what was sent there was no request of a turn")]
    #[advice("Choose a round of the conversation.")]
    NotOfTurn,
    #[error("there is no such turn")]
    #[advice("Reload the page to see what there is.")]
    NoTurn,
    #[error("no functions can be selected: {source}")]
    #[advice("Offer fewer functions, then try again.")]
    NotSelected { source: SelectorError },
    #[error("no request follows this message: {reason}")]
    #[advice("Choose the message with the results, or let the calls be answered first.")]
    NothingFollows {
        #[notice(cause)]
        reason: NothingAhead,
    },
}

/// Why a turn asks a model nothing.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "nothing-ahead")]
pub(crate) enum NothingAhead {
    #[error("it has calls without results")]
    OpenCalls,
    #[error("the turn asks nothing more")]
    Ended,
    #[error(transparent)]
    Misuse(invocation::Misuse),
}

notices::declare! {
    /// Why a column of a comparison is empty.
    pub(crate) enum Unshown: "request-unshown" {
        NoWire = "It answers without a wire, so there is no request to show.",
    }
}
