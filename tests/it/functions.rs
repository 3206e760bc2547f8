//! Functions: what a model is told of them, what they get, what stands in for them, and where they come from.

mod binding;
mod names;
mod own;
mod properties;
mod schemas;
mod sources;
mod stand_ins;
