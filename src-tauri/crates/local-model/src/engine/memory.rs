//! Whether there is memory for a model. llama.cpp ends the process where there is none.

use super::EngineError;

/// Makes sure that so much is free. `give_way` frees something that can be done without, as long as there is anything.
pub(super) fn require(
    needed: u64,
    free: impl Fn() -> Option<u64>,
    mut give_way: impl FnMut() -> bool,
) -> Result<(), EngineError> {
    loop {
        match free() {
            Some(free) if free < needed && !give_way() => {
                return Err(EngineError::Memory { needed: needed >> 20, available: free >> 20 });
            }
            Some(free) if free < needed => {}
            Some(_) | None => return Ok(()),
        }
    }
}

/// Free memory in bytes, where this system tells.
#[cfg(target_os = "linux")]
pub fn available() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    free_of(&told)
}

/// Elsewhere nobody is asked yet, and what does not fit is moved to the disk by the system.
#[cfg(not(target_os = "linux"))]
pub fn available() -> Option<u64> {
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
    use super::{free_of, require};
    use crate::engine::EngineError;
    use std::cell::Cell;

    #[test]
    fn what_can_be_done_without_gives_way_before_anything_is_refused() {
        let (free, idle) = (Cell::new(10_u64 << 20), Cell::new(3));
        let give_way = || {
            let is_there = idle.get() > 0;
            if is_there {
                idle.set(idle.get() - 1);
                free.set(free.get() + (10 << 20));
            }
            is_there
        };
        assert_eq!(require(25 << 20, || Some(free.get()), give_way), Ok(()));
        assert_eq!(idle.get(), 1);
        let refused = require(50 << 20, || Some(free.get()), give_way);
        assert_eq!(refused, Err(EngineError::Memory { needed: 50, available: 40 }));
        assert_eq!(require(50 << 20, || None, || false), Ok(()));
    }

    #[test]
    fn what_is_free_is_read_from_what_the_system_tells() {
        assert_eq!(free_of("MemTotal: 9 kB\nMemAvailable:   2048 kB\n"), Some(2 << 20));
        assert_eq!(free_of("MemTotal: 9 kB\n"), None);
    }
}
