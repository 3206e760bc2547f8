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
    #[cfg(windows)]
    {
        use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};
        let (mut interrupted, mut broken_off, mut closed) = (ctrl_c()?, ctrl_break()?, ctrl_close()?);
        let (mut logged_off, mut shut_down) = (ctrl_logoff()?, ctrl_shutdown()?);
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = broken_off.recv() => {}
            _ = closed.recv() => {}
            _ = logged_off.recv() => {}
            _ = shut_down.recv() => {}
        }
        Ok(())
    }
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
