//! Inputs that mean no good, and what they are tried on.
//!
//! They are made from good ones, by damaging their bytes or bending their structure. A compiler that counts the branches
//! taken would guide the search better, but only the nightly one does; here an input that is answered in a new way is
//! kept and damaged further. So the search runs wherever the tests run. Start reading at [`hunt`].

pub mod bend;
pub mod chance;
pub mod command;
pub mod damage;
pub mod giants;
pub mod hunt;
pub mod import;
pub mod inputs;
pub mod log;
pub mod script;
pub mod seeds;
pub mod wire;
