//! The loop, told as conversations.

mod breakpoints;
mod limits;
mod properties;
mod repair;
mod resume;
