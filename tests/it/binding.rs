//! A server that checks kept thinking as it is documented, and what it holds against requests.

mod caching;
mod changed;
mod choices;
mod kept;
mod official;
mod readers;
mod talk;
mod tools;
