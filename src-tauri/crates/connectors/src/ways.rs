//! The ways of calling that not every service has: tools of its own, functions allowed one by one, functions it finds
//! by a search, arguments as they are written, calls made by code. What a service lacks is left out and told.

use crate::limits::Fitted;
use crate::outgoing::{Adaptations, Difference, Place, Reason};
use ports::{CallOptions, FunctionChoice, HostedTool};
use serde_json::Value;

/// What a service has of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ways {
    /// Tools of its own that run beside functions.
    pub(crate) hosted: bool,
    /// Allowing some of the functions that are offered.
    pub(crate) allowed: bool,
    /// Functions that are not shown at first and found by a search of the service.
    pub(crate) deferred: bool,
    /// Arguments piece by piece as they are written.
    pub(crate) eager: bool,
    /// Calls that are made by code which the model writes and the service runs.
    pub(crate) from_code: bool,
}

impl Ways {
    pub(crate) const NONE: Self =
        Self { hosted: false, allowed: false, deferred: false, eager: false, from_code: false };
}

impl Fitted<'_> {
    pub(crate) fn ways(&mut self, ways: Ways) {
        self.allowed(ways.allowed);
        if !ways.hosted && !self.request.settings.hosted.is_empty() {
            for tool in std::mem::take(&mut self.request.to_mut().settings.hosted) {
                let what = left_out(&tool);
                self.left_out(Place::Setting("hosted"), what, Reason::ToolUnknown);
            }
        }
        let CallOptions { deferred, eager, from_code, .. } = self.request.calls;
        let asked = [
            (ways.deferred, deferred, Difference::SearchNotAsked),
            (ways.eager, eager, Difference::EagerNotAsked),
            (ways.from_code, from_code, Difference::CodeNotAsked),
        ];
        for (_, _, what) in asked.iter().filter(|(has_it, asked, _)| !has_it && *asked == Some(true)) {
            self.left_out(Place::CALLS, what.clone(), Reason::WayUnknown);
        }
        if asked.iter().any(|(has_it, asked, _)| !has_it && asked.is_some()) {
            let calls = &mut self.request.to_mut().calls;
            calls.deferred = deferred.filter(|_| ways.deferred);
            calls.eager = eager.filter(|_| ways.eager);
            calls.from_code = from_code.filter(|_| ways.from_code);
        }
    }

    /// Where functions can't be allowed one by one, only those are offered that are allowed.
    fn allowed(&mut self, is_known: bool) {
        let FunctionChoice::Allowed { functions, required } = &self.request.choice else { return };
        if is_known {
            return;
        }
        let choice = if *required { FunctionChoice::Required } else { FunctionChoice::Auto };
        let offered = self.request.functions.iter().enumerate();
        let is_kept = |spec: &ports::FunctionSpec| functions.contains(&spec.name);
        let (kept, left): (Vec<_>, Vec<_>) = offered.partition(|(_, spec)| is_kept(spec));
        let [kept, left] =
            [kept, left].map(|some| some.into_iter().map(|(index, _)| index).collect::<Vec<_>>());
        self.request.to_mut().choice = choice;
        if !left.is_empty() {
            self.leave_functions(kept, &left, Difference::DisallowedLeftOut, Reason::NoAllowing);
        }
    }
}

fn left_out(tool: &HostedTool) -> Difference {
    Difference::ToolLeftOut { tool: tool.title() }
}

/// The entries of the tools a service runs itself. What the protocol has no word for is told.
pub(crate) fn hosted_entries(
    hosted: &[HostedTool],
    adaptations: &mut Adaptations,
    write: impl Fn(&HostedTool) -> Option<Value>,
) -> Vec<Value> {
    let entry = |tool| {
        let entry = write(tool);
        if entry.is_none() {
            adaptations.left_out(Place::Setting("hosted"), left_out(tool), Reason::ToolUnknown);
        }
        entry
    };
    hosted.iter().filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::Ways;
    use crate::limits::{Limits, fit};
    use crate::testing::harbour;
    use content::FunctionName;
    use ports::{AdaptationKind, CallOptions, FunctionChoice, HostedTool};

    fn tide_alone(required: bool) -> FunctionChoice {
        FunctionChoice::Allowed { functions: vec![FunctionName::without_plugin("tide_table")], required }
    }

    #[test]
    fn where_functions_cannot_be_allowed_one_by_one_only_those_are_offered() {
        for (required, choice) in [(true, FunctionChoice::Required), (false, FunctionChoice::Auto)] {
            let mut request = harbour(1);
            request.choice = tide_alone(required);
            let fitted = fit(&request, &Limits::NONE);
            let names: Vec<_> = fitted.request.functions.iter().map(|spec| spec.name.to_string()).collect();
            assert_eq!((names, &fitted.request.choice), (vec!["tide_table".to_owned()], &choice));
            let told = fitted.with(Vec::new());
            assert_eq!(told[0].what.to_string(), "functions that may not be called now are left out");
            assert_eq!(told[0].places, ["/functions/0"]);
            let ways = Ways { allowed: true, ..Ways::NONE };
            let fitted = fit(&request, &Limits { ways, ..Limits::NONE });
            assert_eq!((fitted.request.functions.len(), &fitted.request.choice), (2, &request.choice));
        }
    }

    #[test]
    fn what_a_service_lacks_is_left_out_and_told_once_each() {
        let mut request = harbour(1);
        request.settings.hosted = vec![HostedTool::WebSearch, HostedTool::CodeExecution];
        request.calls = CallOptions {
            deferred: Some(true),
            eager: Some(false),
            from_code: Some(true),
            ..CallOptions::NONE
        };
        let fitted = fit(&request, &Limits::NONE);
        assert_eq!(fitted.request.settings.hosted, []);
        assert_eq!(fitted.request.calls, CallOptions::NONE);
        let told = fitted.with(Vec::new());
        let told: Vec<_> = told.iter().map(|one| (one.kind, one.what.to_string())).collect();
        let expected = [
            "the tool web search is left out",
            "the tool code execution is left out",
            "that functions are found by a search is not asked for",
            "that code may call functions is not asked for",
        ];
        assert_eq!(told, expected.map(|what| (AdaptationKind::LeftOut, what.to_owned())));
    }
}
