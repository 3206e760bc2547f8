//! The contract of a filter, for authors of filters in code.

use crate::RequestTerms;
use content::{FunctionCall, FunctionName, Item, JsonObject, Message, Outcome, Output};
use futures::future::{BoxFuture, ready};
use ports::{CallScope, Catalogue, FunctionSpec};
use std::sync::Arc;

/// Something that wraps what a turn does. Each part lets pass what it does not care about.
pub trait Filter: Send + Sync {
    /// What it is called where it is shown.
    fn name(&self) -> &str;

    /// Before a call runs. The function gets the arguments as they are left here; the history keeps the model's.
    fn before_call<'a>(
        &'a self,
        _context: &'a CallContext,
        _arguments: &'a mut JsonObject,
    ) -> BoxFuture<'a, FilterVerdict<Outcome>> {
        Box::pin(ready(FilterVerdict::GoOn))
    }

    /// After a call, however it ended. The model gets the outcome as it is left here.
    fn after_call<'a>(
        &'a self,
        _context: &'a CallContext,
        _outcome: &'a mut Outcome,
    ) -> BoxFuture<'a, FilterVerdict<()>> {
        Box::pin(ready(FilterVerdict::GoOn))
    }

    /// Before a request is sent. The model gets what is left here; the history stays as it is.
    fn before_request<'a>(
        &'a self,
        _context: &'a RequestContext,
        _request: &'a mut RequestDraft,
    ) -> BoxFuture<'a, FilterVerdict<String>> {
        Box::pin(ready(FilterVerdict::GoOn))
    }

    /// After the answer is complete. The history gets the items as they are left here.
    fn after_response<'a>(
        &'a self,
        _context: &'a RequestContext,
        _items: &'a mut Vec<Item>,
    ) -> BoxFuture<'a, FilterVerdict<()>> {
        Box::pin(ready(FilterVerdict::GoOn))
    }

    /// Before a model is asked to complete a call, or asked by a function that is a prompt. An output is the result,
    /// and the model is not asked. Functions that run by themselves have no prompt.
    fn before_prompt<'a>(
        &'a self,
        _context: &'a CallContext,
        _prompt: &'a mut String,
    ) -> BoxFuture<'a, Option<Output>> {
        Box::pin(ready(None))
    }
}

/// What a filter wants after it has had its look.
#[derive(Clone, Debug, PartialEq)]
pub enum FilterVerdict<A> {
    GoOn,
    /// This is the answer: nothing further in is reached.
    Answer(A),
    /// The turn ends here.
    Terminate,
}

/// All that a filter may want to know about a call.
#[derive(Clone)]
pub struct CallContext {
    pub catalogue: Arc<dyn Catalogue>,
    pub function: Option<FunctionName>,
    /// As it stands in the history.
    pub call: FunctionCall,
    pub history: Vec<Arc<Message>>,
    /// The message the call is in.
    pub message: Option<Arc<Message>>,
    pub round: u32,
    /// Its place among the calls of its message, from 0.
    pub index: usize,
    pub count: usize,
    pub is_streamed: bool,
    /// Who may call it off.
    pub scope: CallScope,
}

/// All that a filter may want to know about a request.
#[derive(Clone)]
pub struct RequestContext {
    pub catalogue: Arc<dyn Catalogue>,
    pub round: u32,
    pub scope: CallScope,
}

/// A request that can still be changed.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestDraft {
    pub messages: Vec<Arc<Message>>,
    pub functions: Vec<Arc<FunctionSpec>>,
    pub terms: RequestTerms,
}
