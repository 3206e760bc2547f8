//! Chooses the functions to offer in a request, with every reason for it.
//!
//! Several views of a context are matched against each function, by words and by meaning, and the scores are added. A
//! function is known here by its description; it is never run. Start reading at [`rank`], then at [`RankedSelector`], which
//! keeps the index and the vectors.
//!
//! ```
//! use content::{FunctionName, Role};
//! use ports::{Choosing, Effect, FunctionSpec, Ranking, Said, SelectionQuery};
//! use selection::{Pool, rank};
//! use std::sync::Arc;
//!
//! let function = |plugin: &str, function: &str, description: &str| {
//!     let (name, any) = (FunctionName::new(plugin, function), serde_json::json!({ "type": "object" }));
//!     Arc::new(FunctionSpec::plain(name, description, any, Effect::ReadsOnly))
//! };
//! let query = SelectionQuery {
//!     context: vec![Said { role: Role::User, text: "Will it rain in Oslo tomorrow?".to_owned() }],
//!     candidates: vec![
//!         function("clock", "now", "Returns the current time in a time zone"),
//!         function("weather", "get_forecast", "Returns the forecast for a city: temperature, sky and rain"),
//!     ],
//!     limit: 1,
//!     choosing: Choosing::Ranked,
//!     ranking: Ranking::default(),
//! #     pinned: Vec::new(),
//! #     used: Vec::new(),
//! #     kept: Vec::new(),
//! #     shown: Vec::new(),
//! #     with_need: false,
//!     // …
//! };
//!
//! let mut pool = Pool::new()?;
//! let views = pool.views(&query.context);
//! let selection = rank(&mut pool, &query, views, None)?;
//!
//! let forecast = FunctionName::new("weather", "get_forecast");
//! assert_eq!(selection.offered().collect::<Vec<_>>(), [&forecast]);
//! assert_eq!(selection.candidates[0].matched, ["rain"]);
//! # Ok::<(), ports::SelectorError>(())
//! ```

mod about;
mod cache;
mod calibration;
pub mod evaluation;
mod fusion;
mod lexical;
mod meaning;
mod notice_list;
mod pool;
mod ranked;
mod selector;
mod unaided;
mod vectors;
mod views;
mod waiting;
mod words;

pub use about::Fingerprint;
pub use cache::VectorCache;
pub use fusion::ViewVectors;
pub use meaning::WithoutMeaning;
pub use notice_list::NOTICES;
pub use pool::{Pool, Unembedded};
pub use ranked::rank;
pub use selector::{ContextBuilder, RankedSelector, Readiness};
pub use unaided::UNAIDED;
pub use views::RECENT;
pub use words::STOP_WORDS;
