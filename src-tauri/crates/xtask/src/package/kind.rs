//! The forms of packages.

use super::{appimage, installer, rpm};

/// A form in which the command line or the window is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Tar,
    Deb,
    Rpm,
    Npm,
    Wheel,
    Oci,
    WindowTar,
    WindowDeb,
    WindowRpm,
    AppImage,
    /// The application of macOS, as a .dmg and as the archive that updates it.
    Dmg,
    /// The installer of Windows.
    Installer,
    /// The descriptions for Homebrew, winget, Flatpak and others, of what lies in the folder by then.
    Descriptions,
    /// The list of what the window updates itself to, of the signed packages in the folder.
    Updates,
}

impl Kind {
    pub(crate) const ALL: [Self; 14] = [
        Self::Tar,
        Self::Deb,
        Self::Rpm,
        Self::Npm,
        Self::Wheel,
        Self::Oci,
        Self::WindowTar,
        Self::WindowDeb,
        Self::WindowRpm,
        Self::AppImage,
        Self::Dmg,
        Self::Installer,
        Self::Descriptions,
        Self::Updates,
    ];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tar => "tar",
            Self::Deb => "deb",
            Self::Rpm => "rpm",
            Self::Npm => "npm",
            Self::Wheel => "wheel",
            Self::Oci => "oci",
            Self::WindowTar => "window-tar",
            Self::WindowDeb => "window-deb",
            Self::WindowRpm => "window-rpm",
            Self::AppImage => "appimage",
            Self::Dmg => "dmg",
            Self::Installer => "installer",
            Self::Descriptions => "descriptions",
            Self::Updates => "updates",
        }
    }

    /// Whether the window is in it.
    pub(super) fn has_window(self) -> bool {
        let is_window = matches!(self, Self::WindowTar | Self::WindowDeb | Self::WindowRpm);
        is_window || matches!(self, Self::AppImage | Self::Dmg | Self::Installer)
    }

    /// Whether it is written of packages that are there, so that nothing is built for it.
    pub(super) fn is_text(self) -> bool {
        matches!(self, Self::Descriptions | Self::Updates)
    }

    /// The tool that makes it, where that is not written here and is not installed.
    pub(super) fn missing_tool(self) -> Option<&'static str> {
        if matches!(self, Self::Rpm | Self::WindowRpm) && !rpm::can_be_made() {
            return Some("rpmbuild (on Debian: apt-get install rpm)");
        }
        if self == Self::AppImage && !appimage::can_be_made() {
            return Some("mksquashfs (on Debian: apt-get install squashfs-tools)");
        }
        if self == Self::Dmg && !cfg!(target_os = "macos") {
            return Some("hdiutil, on macOS");
        }
        if self == Self::Installer && !installer::can_be_made() {
            return Some("makensis, on Windows");
        }
        None
    }
}
