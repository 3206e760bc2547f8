//! Programs that ask their models through the application.

mod ahead;
mod answers;
mod arrays;
mod clients;
mod conversations;
mod door;
mod faults;
mod filters;
mod forks;
mod instrumentations;
mod killed;
mod named_responses;
mod offline;
mod other_models;
mod passed;
mod python;
mod replays;
mod spans;
mod stage;
mod stand_ins;
mod stops;
mod thoughts;
