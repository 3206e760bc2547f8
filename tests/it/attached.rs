//! Programs that ask their models through the application.

mod answers;
mod arrays;
mod clients;
mod conversations;
mod door;
mod faults;
mod forks;
mod named_responses;
mod replays;
mod spans;
mod stage;
mod stand_ins;
mod stops;
mod thoughts;
