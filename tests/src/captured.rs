//! Requests of the running application, caught where they arrive.
//!
//! A server of ours answers as every kind of service does, and plants state in each answer that only the service which
//! gave it may see again. Sessions of the application then go from one service to the next. Start reading at
//! [`cases`], which says what is asked, then at [`stand`], which asks it.

pub mod answer;
pub mod case;
pub mod cases;
pub mod counterpart;
pub mod histories;
pub mod record;
pub mod service;
pub mod stand;
