//! Models in files, with the engine that loads them: a tiny one of random weights that the tests write themselves, and
//! in the long mode one that was really taught.

mod asking;
mod faults;
mod guarded;
mod real;
mod turns;
mod writing;
