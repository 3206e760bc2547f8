//! Interim answers (1xx), which are read and thrown away. Without a bound, a service that sends nothing else keeps a thread busy.

use hyper::ext::on_informational;
use limits::SERVICE_INTERIM;
use reqwest::Request;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio_util::sync::CancellationToken;

/// Counts the interim answers to a request. The token is cancelled when there are too many.
pub(super) fn counted(request: Request) -> reqwest::Result<(Request, CancellationToken)> {
    let mut request = hyper::Request::<reqwest::Body>::try_from(request)?;
    let (seen, too_many) = (AtomicU64::new(0), CancellationToken::new());
    let told = too_many.clone();
    on_informational(&mut request, move |_| {
        if seen.fetch_add(1, Ordering::Relaxed) == SERVICE_INTERIM.most {
            told.cancel();
        }
    });
    Ok((Request::try_from(request)?, too_many))
}
