//! A server that checks kept thinking as it is documented, and what it holds against requests.

mod caching;
mod changed;
mod choices;
mod edits;
mod fate;
mod fates;
mod kept;
mod official;
mod readers;
mod saved;
mod stage;
mod talk;
mod tools;
