//! What is really sent: to every kind of service, with every kind of history behind it, from one service to the next.

mod saved;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::captured::case::Case;
use support::captured::cases::{self, Extent};
use support::captured::record::{Finding, Lines, Report};
use support::captured::service::Served;
use support::captured::stand::{Outcome, Stand};
use tokio::task::JoinSet;

/// Where every request is written, for judges that are not written in Rust.
const CAPTURED: &str = "CALLWRIGHT_CAPTURED";

/// Set to have all sessions, which takes minutes, and not a sample of them.
const ALL: &str = "CALLWRIGHT_CAPTURE_ALL";

/// Applications that have sessions at the same time. Each has one session at a time.
const STANDS: usize = 2;

/// Has all sessions, and gives what was sent in each to `each`.
async fn run(extent: Extent, mut each: impl FnMut(Outcome)) {
    let services = Arc::new(Served::all());
    let cases: Arc<Vec<Case>> = Arc::new(cases::all(extent, &services));
    let taken = Arc::new(AtomicUsize::new(0));
    let (done, mut outcomes) = tokio::sync::mpsc::channel(STANDS);
    let mut stands = JoinSet::new();
    for _ in 0..STANDS {
        let (services, cases, taken) = (Arc::clone(&services), Arc::clone(&cases), Arc::clone(&taken));
        let done = done.clone();
        stands.spawn(async move {
            let stand = Stand::new(services).await;
            while let Some(case) = cases.get(taken.fetch_add(1, Ordering::Relaxed)) {
                done.send(stand.run(case).await).await.expect("somebody listens");
            }
        });
    }
    drop(done);
    while let Some(outcome) = outcomes.recv().await {
        each(outcome);
    }
    while let Some(stand) = stands.join_next().await {
        stand.expect("a session could not be had");
    }
}

/// Services that are sent nothing again of what they said, because their protocol has no place for it.
const FORGETFUL: [&str; 8] = [
    "azure-openai",
    "azure-openai-dated",
    "groq",
    "lm-studio",
    "openai",
    "second-bedrock",
    "together",
    "xai",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn state_goes_back_to_the_service_that_made_it_and_to_no_other() {
    let path = std::env::var_os(CAPTURED).map(PathBuf::from);
    let (extent, expected) = match std::env::var_os(ALL) {
        Some(_) => (Extent::Full, 12_000),
        None => (Extent::Sample, 500),
    };
    let mut lines = Lines::to(path.as_deref()).expect("the file is made");
    let mut findings: Vec<Finding> = Vec::new();
    let mut reminded = BTreeSet::new();
    run(extent, |outcome| {
        outcome.captured.iter().for_each(|captured| lines.add(captured).expect("it is written"));
        findings.extend(outcome.findings);
        reminded.extend(outcome.reminded);
    })
    .await;
    let (count, asked) = lines.finish().expect("it is written");
    let all: BTreeSet<_> = Served::all().into_iter().map(|served| served.id).collect();
    assert_eq!(asked, all);
    let forgetful: Vec<_> = all.difference(&reminded).map(String::as_str).collect();
    assert_eq!(forgetful, FORGETFUL);
    assert!(count >= expected, "{count} requests are too few");
    assert!(findings.is_empty(), "{} findings\n{}", findings.len(), Report(&findings));
}
