//! The settings of an imported request, which its session goes on with.

use crate::contract::ImportedModel;
use crate::imported_names::ImportedNames;
use crate::models::AllModels;
use content::ModelId;
use formats::{Beside, Format, Loss};
use gateway::{ImportedSettings, TakenSetting};
use invocation::TurnPlan;

/// How a session goes on from a document.
pub(crate) struct GoesOn {
    pub(crate) plan: TurnPlan,
    pub(crate) settings: Vec<TakenSetting>,
    pub(crate) model: Option<ImportedModel>,
}

impl GoesOn {
    /// Takes over what the document says of settings, and reports the rest as lost.
    pub(crate) fn from_document(
        models: &AllModels,
        names: &mut ImportedNames,
        mut plan: TurnPlan,
        format: Format,
        beside: &Beside,
        losses: &mut Vec<Loss>,
    ) -> Self {
        let model = beside
            .model
            .as_deref()
            .map(|name| ImportedModel { name: name.to_owned(), here: model_here(models, name) });
        if let Some(here) = model.as_ref().and_then(|model| model.here.clone()) {
            plan.model = here;
        }
        let read = ImportedSettings::read(format, &beside.members, |name| names.meant(&name.function));
        let Some(ImportedSettings { settings, choice, calls, understood, left }) = read else {
            return Self { plan, settings: Vec::new(), model };
        };
        plan.settings = settings;
        plan.choice.choice = choice;
        plan.choice.calls = calls;
        beside.lose_only(&left, losses);
        Self { plan, settings: understood, model }
    }
}

/// The first model of a service that its service calls so.
fn model_here(models: &AllModels, name: &str) -> Option<ModelId> {
    // Gemini names a model by its path.
    let name = name.strip_prefix("models/").unwrap_or(name);
    models.find(|model| model.as_str().split_once('/').is_some_and(|(_, own)| own == name))
}
