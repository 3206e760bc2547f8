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

/// Free memory in bytes, as Linux keeps account of it.
#[cfg(target_os = "linux")]
pub fn available() -> Option<u64> {
    free_in_meminfo(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

/// Free memory in bytes, as a program of the system counts it.
#[cfg(target_os = "macos")]
pub fn available() -> Option<u64> {
    let counted = std::process::Command::new("/usr/bin/vm_stat").env_clear().output().ok()?;
    free_in_vm_stat(&String::from_utf8_lossy(&counted.stdout))
}

/// Free memory in bytes, as the engine asks Windows for it. Without an engine nobody needs to know.
#[cfg(all(windows, feature = "llama"))]
pub fn available() -> Option<u64> {
    use llama_cpp_2::{LlamaBackendDeviceType, list_llama_ggml_backend_devices};
    let devices = list_llama_ggml_backend_devices();
    let processor = devices.iter().find(|device| device.device_type == LlamaBackendDeviceType::Cpu)?;
    u64::try_from(processor.memory_free).ok()
}

/// Elsewhere nobody is asked, and what does not fit is moved to the disk by the system.
#[cfg(not(any(target_os = "linux", target_os = "macos", all(windows, feature = "llama"))))]
pub fn available() -> Option<u64> {
    None
}

#[cfg(any(target_os = "linux", test))]
fn free_in_meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let number: u64 = line.split_whitespace().next()?.parse().ok()?;
    number.checked_mul(1024)
}

/// Pages that are free or that the system gives away before it moves anything to the disk.
#[cfg(any(target_os = "macos", test))]
fn free_in_vm_stat(text: &str) -> Option<u64> {
    const GIVEN: [&str; 3] = ["Pages free:", "Pages inactive:", "Pages speculative:"];
    let (_, behind) = text.split_once("page size of ")?;
    let size: u64 = behind.split_whitespace().next()?.parse().ok()?;
    let count = |name: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().trim_end_matches('.').parse().ok()
    };
    let pages = GIVEN.into_iter().try_fold(0_u64, |sum, name| sum.checked_add(count(name)?))?;
    pages.checked_mul(size)
}

#[cfg(test)]
mod tests {
    use super::{free_in_meminfo, free_in_vm_stat, require};
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
    fn free_memory_is_read_from_what_each_system_tells() {
        assert_eq!(free_in_meminfo("MemTotal: 9 kB\nMemAvailable:   2048 kB\n"), Some(2 << 20));
        assert_eq!(free_in_meminfo("MemTotal: 9 kB\n"), None);
        let counted = "Mach Virtual Memory Statistics: (page size of 16384 bytes)\n\
            Pages free:                               10.\nPages active:                            999.\n\
            Pages inactive:                           20.\nPages speculative:                         2.\n";
        assert_eq!(free_in_vm_stat(counted), Some(32 * 16_384));
        assert_eq!(free_in_vm_stat("Mach Virtual Memory Statistics: (page size of 16384 bytes)\n"), None);
    }
}
