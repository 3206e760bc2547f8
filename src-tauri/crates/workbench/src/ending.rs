//! How the system asks the application to end.

/// Waits until somebody asks the application to end: Ctrl+C, a session or a system that ends, a terminal that closes.
pub async fn asked_to_end() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut interrupted, mut ended) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        if is_to_outlive_its_terminal() {
            tokio::select! {
                _ = interrupted.recv() => {}
                _ = ended.recv() => {}
            }
        } else {
            let mut hung_up = signal(SignalKind::hangup())?;
            tokio::select! {
                _ = interrupted.recv() => {}
                _ = ended.recv() => {}
                _ = hung_up.recv() => {}
            }
        }
        Ok(())
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

/// Whether somebody started it with `nohup`. Linux alone tells.
#[cfg(unix)]
fn is_to_outlive_its_terminal() -> bool {
    use std::sync::OnceLock;
    /// As it was before this process listened.
    static IS_IGNORED: OnceLock<bool> = OnceLock::new();
    *IS_IGNORED.get_or_init(|| {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        // The first bit is the first signal, which is the one of a terminal that closes.
        ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
    })
}
