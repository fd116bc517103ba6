//! Sandboxing of processes that hold keys or parse hostile files: no other process can read their memory, and they can
//! neither open connections nor start programs, even after an exploit.

use std::collections::BTreeMap;

use anyhow::Context;
use rustix::process::{DumpableBehavior, Resource, Rlimit};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

/// System calls that are never needed: network, starting programs, inspecting other processes, and bypassing this
/// filter.
const NEVER: [libc::c_long; 13] = [
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_io_uring_setup,
    libc::SYS_bpf,
    libc::SYS_mount,
    libc::SYS_unshare,
    libc::SYS_setns,
];

/// Applies the restrictions irrevocably. Call it before a second thread exists and before the seed is read.
///
/// # Errors
/// If the system refuses. The process must not read keys then.
pub fn confine() -> anyhow::Result<()> {
    rustix::process::setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })
        .context("core dumps cannot be switched off")?;
    rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)
        .context("the signer's memory cannot be closed to others")?;
    rustix::thread::set_no_new_privs(true).context("new privileges cannot be given up")?;
    let refused = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let rules: BTreeMap<i64, _> = NEVER.iter().map(|call| (*call, Vec::new())).collect();
    let architecture = std::env::consts::ARCH.try_into().context("system calls are not known on this machine")?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refused, architecture)
        .context("the filter of system calls cannot be made")?;
    let program: BpfProgram = filter.try_into().context("the filter of system calls cannot be made")?;
    seccompiler::apply_filter(&program).context("the system takes no filter of system calls")
}
