//! Who answers: the models a turn can ask, one folder a wire protocol.
//!
//! A connector translates and nothing else: it runs no function, keeps no history and decides nothing. The joined
//! names of functions exist in here only. Start reading at [`scripted`], which has the four files every protocol has.

pub mod assembler;
mod names;
pub mod schemas;
pub mod scripted;
