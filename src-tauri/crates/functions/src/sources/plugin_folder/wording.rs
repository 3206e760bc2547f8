//! What a plugin does that a person has to agree to, in words.

use crate::manifest::{Manifest, Permission, PluginKind, Writing};

/// Each thing, the one its kind is about first.
pub(super) fn needs(manifest: &Manifest, reached: &[String]) -> Vec<String> {
    let mut permissions = manifest.permissions.clone();
    permissions.sort_by_key(|permission| *permission != own(manifest.kind));
    permissions.dedup();
    permissions.iter().map(|permission| worded(*permission, manifest, reached)).collect()
}

fn own(kind: PluginKind) -> Permission {
    match kind {
        PluginKind::Native | PluginKind::Mcp | PluginKind::Process => Permission::Programs,
        PluginKind::Http | PluginKind::OpenApi => Permission::Network,
        PluginKind::Files => Permission::Files,
    }
}

fn worded(permission: Permission, manifest: &Manifest, reached: &[String]) -> String {
    match permission {
        Permission::Programs => match &manifest.process {
            Some(process) => format!("run a program: {}", process.command.join(" ")),
            None => permission.words().to_owned(),
        },
        Permission::Files => match &manifest.files {
            Some(files) => {
                let what = match files.writing {
                    Writing::Refused => "read",
                    Writing::Allowed => "read and change",
                };
                format!("{what} files in {}", *files.folder)
            }
            None => permission.words().to_owned(),
        },
        Permission::Network if reached.is_empty() => permission.words().to_owned(),
        Permission::Network => format!("send requests to {}", reached.join(", ")),
    }
}
