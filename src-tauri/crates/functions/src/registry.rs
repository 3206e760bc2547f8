//! Every function there is.

use crate::Plugin;
use crate::checked::Checked;
use crate::resolve::{Leniency, resolve};
use crate::{BindingPolicy, NamePolicy};
use content::{FunctionCall, FunctionName};
use ports::{Catalogue, Function, FunctionSpec, Resolution};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The functions of all plugins, each with its schema ready to check arguments.
#[derive(Default)]
pub struct Registry {
    functions: BTreeMap<FunctionName, Registered>,
}

struct Registered {
    function: Arc<dyn Function>,
    spec: Arc<FunctionSpec>,
    checked: Checked,
}

/// A function that can't be registered.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    #[error("the schema of {function} is not a JSON schema: {reason}")]
    Schema { function: FunctionName, reason: String },
    #[error("{function} is there twice")]
    Twice { function: FunctionName },
}

impl Registry {
    pub fn add(&mut self, plugin: Plugin) -> Result<(), RegistryError> {
        for function in plugin.into_functions() {
            self.add_function(function)?;
        }
        Ok(())
    }

    pub fn add_function(&mut self, function: Arc<dyn Function>) -> Result<(), RegistryError> {
        let spec = Arc::new(function.spec().clone());
        let name = spec.name.clone();
        if self.functions.contains_key(&name) {
            return Err(RegistryError::Twice { function: name });
        }
        let checked =
            Checked::new(&spec).map_err(|reason| RegistryError::Schema { function: name.clone(), reason })?;
        self.functions.insert(name, Registered { function, spec, checked });
        Ok(())
    }

    pub(crate) fn resolve_with(
        &self,
        call: &FunctionCall,
        offered: &[FunctionName],
        leniency: Leniency<'_>,
    ) -> Resolution {
        let checked = |name: &FunctionName| self.functions.get(name).map(|registered| &registered.checked);
        resolve(call, offered, leniency, checked)
    }
}

impl Catalogue for Registry {
    fn specs(&self) -> Vec<Arc<FunctionSpec>> {
        self.functions.values().map(|registered| Arc::clone(&registered.spec)).collect()
    }

    fn function(&self, name: &FunctionName) -> Option<Arc<dyn Function>> {
        self.functions.get(name).map(|registered| Arc::clone(&registered.function))
    }

    fn resolve(&self, call: &FunctionCall, offered: &[FunctionName]) -> Resolution {
        let leniency = Leniency { names: &NamePolicy::exact(), binding: BindingPolicy::LENIENT };
        self.resolve_with(call, offered, leniency)
    }
}
