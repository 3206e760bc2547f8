//! What a plugin does that a person has to agree to, in words.

use crate::manifest::{Manifest, Permission, PluginKind, Writing};
use crate::need::Need;
use notices::{Describe, Notice};

/// Each thing, the one its kind is about first.
pub(super) fn needs(manifest: &Manifest, reached: &[String]) -> Vec<Notice> {
    let mut permissions = manifest.permissions.clone();
    permissions.sort_by_key(|permission| *permission != own(manifest.kind));
    permissions.dedup();
    permissions.iter().map(|permission| worded(*permission, manifest, reached).notice()).collect()
}

fn own(kind: PluginKind) -> Permission {
    match kind {
        PluginKind::Native | PluginKind::Mcp | PluginKind::Process => Permission::Programs,
        PluginKind::Http | PluginKind::OpenApi => Permission::Network,
        PluginKind::Files => Permission::Files,
    }
}

fn worded(permission: Permission, manifest: &Manifest, reached: &[String]) -> Need {
    match (permission, &manifest.process, &manifest.files) {
        (Permission::Programs, Some(process), _) => Need::Program { command: process.command.join(" ") },
        (Permission::Files, _, Some(files)) => {
            let folder = files.folder.to_string();
            match files.writing {
                Writing::Refused => Need::ReadIn { folder },
                Writing::Allowed => Need::ChangeIn { folder },
            }
        }
        (Permission::Network, ..) if !reached.is_empty() => Need::Hosts { hosts: reached.join(", ") },
        (Permission::Programs | Permission::Files | Permission::Network, ..) => permission.into(),
    }
}
