//! The allocator of every program that contains the application, where the feature `jemalloc` is on.
//!
//! The one of glibc keeps memory in an arena for each thread that allocates, and gives little of it back. Elsewhere the system's
//! own is used: jemalloc is compiled for one size of pages, which differs between kernels for 64-bit ARM.

#[cfg(all(feature = "jemalloc", target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;
