//! Anthropic's list of models.

use super::wire::{Capabilities, EffortCapability, Model, Supported, ThinkingCapability};
use crate::models::{Budget, ListedModel, Thinks, ToldFacts};
use ports::{Effort, ThinkingMode};

impl Model {
    pub(super) fn into_listed(self) -> ListedModel {
        let Self { id, max_tokens, max_input_tokens, capabilities } = self;
        let mut told = ToldFacts { output: max_tokens, context: max_input_tokens, ..ToldFacts::default() };
        let Capabilities { thinking, effort } = capabilities.unwrap_or_default();
        if let Some(thinking) = thinking {
            take_thinking(&thinking, &mut told);
        }
        told.efforts = effort.map(|effort| efforts(&effort));
        ListedModel { name: id, told }
    }
}

fn take_thinking(ThinkingCapability { supported, types }: &ThinkingCapability, told: &mut ToldFacts) {
    if !supported {
        told.thinks = Some(Thinks::Never);
        return;
    }
    let (adaptive, enabled) = (types.adaptive.supported, types.enabled.supported);
    let modes = [
        (ThinkingMode::On, adaptive || enabled),
        (ThinkingMode::Off, types.disabled.supported),
        (ThinkingMode::BetweenTools, types.between_tools.supported),
    ];
    told.modes = Some(known(&modes));
    let can_rest = types.disabled.supported || types.between_tools.supported;
    told.thinks = (!can_rest).then_some(Thinks::Always);
    told.budget = Some(match (enabled, adaptive) {
        (false, _) => Budget::Refused,
        (true, false) => Budget::Needed,
        (true, true) => Budget::Taken,
    });
}

fn efforts(effort: &EffortCapability) -> Vec<Effort> {
    let is = |one: Supported| effort.supported && one.supported;
    known(&[
        (Effort::Low, is(effort.low)),
        (Effort::Medium, is(effort.medium)),
        (Effort::High, is(effort.high)),
        (Effort::Xhigh, is(effort.xhigh.unwrap_or_default())),
        (Effort::Max, is(effort.max)),
    ])
}

fn known<T: Copy>(all: &[(T, bool)]) -> Vec<T> {
    all.iter().filter(|(_, is_known)| *is_known).map(|(one, _)| *one).collect()
}
