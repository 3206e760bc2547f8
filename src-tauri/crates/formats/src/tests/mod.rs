//! What holds for every format.

mod arbitrary;
mod behaviours;
mod detection;
mod hostile;
mod round_trips;
