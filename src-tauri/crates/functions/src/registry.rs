//! Every function there is.

use crate::Plugin;
use crate::checked::{Checked, SchemaError};
use crate::names::most_like;
use crate::resolve::{Known, Leniency, resolve};
use crate::{BindingPolicy, NamePolicy};
use content::{CalledFunction, FunctionCall, FunctionName};
use notices::Describe;
use ports::{Catalogue, Function, FunctionSpec, Offered, Resolution};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Functions by their names, each with its schema ready to check arguments. It never changes once it is in use, so
/// its holder sees the same functions for as long as that lasts.
#[derive(Clone, Default)]
pub struct Registry {
    functions: BTreeMap<FunctionName, Arc<Registered>>,
    /// In the order in which they came.
    defined: Vec<Arc<FunctionSpec>>,
    /// Functions that were there, each with what became of it.
    gone: Arc<HashMap<FunctionName, String>>,
}

/// A function that is ready to be called.
pub(crate) struct Registered {
    function: Arc<dyn Function>,
    spec: Arc<FunctionSpec>,
    checked: Checked,
}

/// A function that can't be registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "registry")]
pub enum RegistryError {
    #[error("the schema of {function} is not a JSON schema: {reason}")]
    #[advice("Fix the schema of its parameters.")]
    Schema {
        function: FunctionName,
        #[notice(cause)]
        reason: SchemaError,
    },
    #[error("{function} is there twice")]
    #[advice("Give one of the two another name; the source that came first has it now.")]
    Twice { function: FunctionName },
}

impl Registered {
    pub(crate) fn new(function: Arc<dyn Function>) -> Result<Self, RegistryError> {
        let spec = Arc::new(function.spec().clone());
        let checked = Checked::new(&spec)
            .map_err(|reason| RegistryError::Schema { function: spec.name.clone(), reason })?;
        Ok(Self { function, spec, checked })
    }

    pub(crate) fn name(&self) -> &FunctionName {
        &self.spec.name
    }
}

impl Registry {
    pub fn add(&mut self, plugin: Plugin) -> Result<(), RegistryError> {
        for function in plugin.into_functions() {
            self.add_function(function)?;
        }
        Ok(())
    }

    pub fn add_function(&mut self, function: Arc<dyn Function>) -> Result<(), RegistryError> {
        self.add_registered(Arc::new(Registered::new(function)?))
    }

    pub(crate) fn add_registered(&mut self, registered: Arc<Registered>) -> Result<(), RegistryError> {
        let name = registered.name().clone();
        if self.functions.contains_key(&name) {
            return Err(RegistryError::Twice { function: name });
        }
        self.defined.push(Arc::clone(&registered.spec));
        self.functions.insert(name, registered);
        Ok(())
    }

    pub(crate) fn contains(&self, name: &FunctionName) -> bool {
        self.functions.contains_key(name)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &FunctionName> {
        self.functions.keys()
    }

    /// The same, knowing what became of functions that are not there any more.
    pub(crate) fn without(self, gone: Arc<HashMap<FunctionName, String>>) -> Self {
        Self { gone, ..self }
    }

    pub(crate) fn resolve_with(
        &self,
        call: &FunctionCall,
        offered: Offered<'_>,
        leniency: Leniency<'_>,
    ) -> Resolution {
        let whole = call.function.known().filter(|name| !self.contains(name));
        if let Some(meant) = whole.and_then(|name| leniency.names.style.meant(name, self.names())) {
            let function = CalledFunction::Known { name: meant.clone() };
            let call = FunctionCall { function, ..call.clone() };
            let Offered { functions, names } = offered;
            let is_offered = functions.iter().any(|name| Some(name) == whole);
            let functions: Vec<_> = functions.iter().chain(is_offered.then_some(meant)).cloned().collect();
            return self.resolve_with(&call, Offered { functions: &functions, names }, leniency);
        }
        let known = |name: &FunctionName| match self.functions.get(name) {
            Some(found) => Ok(Known { checked: &found.checked, function: found.function.as_ref() }),
            None => Err(self.gone.get(name).map_or("it was taken away", String::as_str)),
        };
        resolve(call, offered, leniency, known)
    }
}

impl Catalogue for Registry {
    fn specs(&self) -> Vec<Arc<FunctionSpec>> {
        self.functions.values().map(|registered| Arc::clone(&registered.spec)).collect()
    }

    fn defined(&self) -> Vec<Arc<FunctionSpec>> {
        self.defined.clone()
    }

    fn function(&self, name: &FunctionName) -> Option<Arc<dyn Function>> {
        self.functions.get(name).map(|registered| Arc::clone(&registered.function))
    }

    fn nearest(&self, name: &FunctionName) -> Option<FunctionName> {
        most_like(name, &self.names().cloned().collect::<Vec<_>>())
    }

    fn resolve(&self, call: &FunctionCall, offered: Offered<'_>) -> Resolution {
        let leniency = Leniency { names: &NamePolicy::exact(), binding: BindingPolicy::LENIENT };
        self.resolve_with(call, offered, leniency)
    }
}
