//! Functions among which a model can search.

use crate::NamePolicy;
use crate::binding::BindingPolicy;
use crate::checked::Checked;
use crate::native::report;
use crate::resolve::{Known, Leniency, resolve};
use content::{FunctionCall, FunctionName, JsonObject, Role};
use futures::future::BoxFuture;
use ports::{
    CallScope, Catalogue, Choosing, Function, FunctionSpec, Invoked, NameStyle, Offered, Ranking, Resolution,
    Said, SelectionQuery, Selector, finder,
};
use std::sync::{Arc, LazyLock};

/// All functions of another catalogue, and one that finds them.
pub struct Searchable {
    functions: Arc<dyn Catalogue>,
    finder: Arc<Finder>,
}

struct Finder {
    spec: Arc<FunctionSpec>,
    functions: Arc<dyn Catalogue>,
    selector: Arc<dyn Selector>,
    limit: usize,
    ranking: Ranking,
}

impl Searchable {
    /// A search gives so many functions at most, ranked like this.
    pub fn new(
        functions: Arc<dyn Catalogue>,
        selector: Arc<dyn Selector>,
        limit: usize,
        ranking: Ranking,
    ) -> Self {
        let spec = Arc::new(finder::spec());
        let finder = Finder { spec, functions: Arc::clone(&functions), selector, limit, ranking };
        Self { functions, finder: Arc::new(finder) }
    }
}

impl Catalogue for Searchable {
    fn specs(&self) -> Vec<Arc<FunctionSpec>> {
        let mut specs = self.functions.specs();
        specs.insert(0, Arc::clone(&self.finder.spec));
        specs
    }

    fn defined(&self) -> Vec<Arc<FunctionSpec>> {
        let mut specs = self.functions.defined();
        specs.insert(0, Arc::clone(&self.finder.spec));
        specs
    }

    fn function(&self, name: &FunctionName) -> Option<Arc<dyn Function>> {
        if finder::is_finder(name) {
            return Some(Arc::<Finder>::clone(&self.finder));
        }
        self.functions.function(name)
    }

    fn resolve(&self, call: &FunctionCall, offered: Offered<'_>) -> Resolution {
        // Its schema is written here, and a test reads it.
        static CHECKED: LazyLock<Option<Checked>> = LazyLock::new(|| Checked::new(&finder::spec()).ok());
        if !call.function.known().is_some_and(finder::is_finder) {
            return self.functions.resolve(call, offered);
        }
        let names = NamePolicy::exact();
        let leniency = Leniency { names: &names, binding: BindingPolicy::LENIENT };
        resolve(call, offered, leniency, |_| {
            let checked = CHECKED.as_ref().ok_or("its schema can't be used")?;
            Ok(Known { checked, function: self.finder.as_ref() })
        })
    }

    fn prepare<'a>(&'a self, calls: &'a [FunctionCall]) -> BoxFuture<'a, ()> {
        self.functions.prepare(calls)
    }

    fn nearest(&self, name: &FunctionName) -> Option<FunctionName> {
        self.functions.nearest(name)
    }

    fn name_style(&self) -> NameStyle {
        self.functions.name_style()
    }
}

impl Function for Finder {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn invoke<'a>(&'a self, arguments: &'a JsonObject, scope: &'a CallScope) -> Invoked<'a> {
        Box::pin(async move {
            let candidates = self.functions.defined();
            let query = SelectionQuery {
                context: vec![Said { role: Role::User, text: finder::query(arguments).to_owned() }],
                candidates: candidates.clone(),
                pinned: Vec::new(),
                used: Vec::new(),
                kept: Vec::new(),
                choosing: Choosing::Ranked,
                limit: self.limit,
                ranking: self.ranking,
                shown: Vec::new(),
                with_need: false,
            };
            let selection = self.selector.select(query, scope).await;
            let selection = selection.map_err(|error| report(error.to_string()))?;
            let spec = |name: &FunctionName| candidates.iter().find(|spec| spec.name == *name);
            let found = selection.offered().filter_map(spec).map(AsRef::as_ref);
            Ok(finder::output(found, &self.functions.name_style()))
        })
    }
}
