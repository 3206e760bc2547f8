//! What holds for every format.

pub(crate) mod arbitrary;
mod behaviours;
mod detection;
mod hostile;
mod on_texts;
mod results;
mod round_trips;
mod written_elsewhere;
