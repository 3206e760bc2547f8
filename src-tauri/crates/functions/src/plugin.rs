//! A plugin: one declared value and some functions.

use crate::native::Erased;
use crate::{Manifest, ManifestError, NativeFunction};
use content::FunctionName;
use ports::{Function, SourceFacts, SourceId, SourceKind};
use std::sync::Arc;

/// Functions that belong together.
pub struct Plugin {
    manifest: Manifest,
    functions: Vec<Arc<dyn Function>>,
}

impl Plugin {
    /// A plugin compiled into the application, described by its `plugin.toml`.
    pub fn native(manifest: &str) -> Result<Self, ManifestError> {
        Ok(Self { manifest: Manifest::read(manifest)?, functions: Vec::new() })
    }

    pub fn with<F: NativeFunction>(mut self, function: F) -> Self {
        let name = FunctionName { plugin: Some(self.manifest.id.clone()), function: F::NAME.to_owned() };
        let consent = self.manifest.consent();
        self.functions.push(Arc::new(Erased::asking(name, function, consent)));
        self
    }

    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// What it is among the sources of functions.
    pub fn facts(&self) -> SourceFacts {
        let Manifest { id, .. } = &self.manifest;
        SourceFacts {
            id: SourceId::new(format!("plugin:{}", id.as_str())),
            title: id.as_str().to_owned(),
            kind: SourceKind::Native,
            place: None,
            needs: self.manifest.consent().map_or_else(Vec::new, |consent| consent.to),
        }
    }

    pub fn into_functions(self) -> Vec<Arc<dyn Function>> {
        self.functions
    }
}
