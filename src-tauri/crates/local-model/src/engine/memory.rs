//! Whether there is memory for a model. llama.cpp ends the process where there is none.

/// Free memory in bytes, where this system tells.
#[cfg(target_os = "linux")]
pub(super) fn available() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    free_of(&told)
}

/// Elsewhere nobody is asked yet, and what does not fit is moved to the disk by the system.
#[cfg(not(target_os = "linux"))]
pub(super) fn available() -> Option<u64> {
    None
}

#[cfg(any(target_os = "linux", test))]
fn free_of(told: &str) -> Option<u64> {
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let number: u64 = line.split_whitespace().next()?.parse().ok()?;
    number.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::free_of;

    #[test]
    fn what_is_free_is_read_from_what_the_system_tells() {
        assert_eq!(free_of("MemTotal: 9 kB\nMemAvailable:   2048 kB\n"), Some(2 << 20));
        assert_eq!(free_of("MemTotal: 9 kB\n"), None);
    }
}
