//! Rules of a plan that can't be meant: they would never hold, or name two things alike.

use crate::condition::is_path;
use crate::{ArgumentTest, Breakpoint, Comparison, FilterPlan, HitRule, Participant, TurnPlan};
use notices::Describe;
use serde_json::Value;

/// Why a rule is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Describe)]
#[notice(prefix = "rule")]
pub enum RuleFault {
    #[error("a filter has no name")]
    NamelessFilter,
    #[error("two filters are called {name}")]
    SameFilter { name: String },
    #[error("a participant has no name")]
    NamelessParticipant,
    #[error("two participants are called {name}")]
    SameParticipant { name: String },
    #[error("“{pattern}” fits no function: only * and ? stand for other letters")]
    FunctionPattern { pattern: String },
    #[error("“{path}” leads to no argument: write a pointer like /days/0 or a path like $.days[0]")]
    ArgumentPath { path: String },
    #[error("{value} is no text, so no argument fits it as a pattern")]
    ArgumentPattern {
        #[notice(text)]
        value: Value,
    },
    #[error("hits are counted from 1, so a breakpoint at hit 0 never stops")]
    NoHit,
    #[error("rounds are counted from 1, so a breakpoint in round 0 never stops")]
    NoRound,
}

/// Looks at the rules that are new. What a session has had stays, so that it can still be run and changed.
pub fn check_rules(before: Option<&TurnPlan>, plan: &TurnPlan) -> Result<(), RuleFault> {
    if before.is_none_or(|before| before.filters != plan.filters) {
        check_filters(&plan.filters)?;
    }
    if before.is_none_or(|before| before.participants != plan.participants) {
        check_participants(&plan.participants)?;
    }
    let is_new = |point: &&Breakpoint| before.is_none_or(|before| !before.breakpoints.contains(point));
    plan.breakpoints.iter().filter(is_new).try_for_each(check_breakpoint)?;
    if before.is_none_or(|before| before.approvals != plan.approvals) {
        plan.approvals.rules.iter().try_for_each(|rule| check_pattern(&rule.function))?;
    }
    Ok(())
}

fn check_filters(filters: &[FilterPlan]) -> Result<(), RuleFault> {
    for (place, FilterPlan { name, function, .. }) in filters.iter().enumerate() {
        if name.trim().is_empty() {
            return Err(RuleFault::NamelessFilter);
        }
        if filters.iter().take(place).any(|other| other.name.trim() == name.trim()) {
            return Err(RuleFault::SameFilter { name: name.clone() });
        }
        function.as_deref().map_or(Ok(()), check_pattern)?;
    }
    Ok(())
}

fn check_participants(participants: &[Participant]) -> Result<(), RuleFault> {
    for (place, Participant { name, .. }) in participants.iter().enumerate() {
        if name.trim().is_empty() {
            return Err(RuleFault::NamelessParticipant);
        }
        if participants.iter().take(place).any(|other| other.name == *name) {
            return Err(RuleFault::SameParticipant { name: name.clone() });
        }
    }
    Ok(())
}

fn check_breakpoint(point: &Breakpoint) -> Result<(), RuleFault> {
    match point.hits {
        HitRule::Always => {}
        HitRule::Nth { count } | HitRule::From { count } | HitRule::Every { count } => {
            if count == 0 {
                return Err(RuleFault::NoHit);
            }
        }
    }
    if point.condition.round == Some(0) {
        return Err(RuleFault::NoRound);
    }
    point.condition.function.as_deref().map_or(Ok(()), check_pattern)?;
    point.condition.arguments.iter().try_for_each(check_test)
}

fn check_test(test: &ArgumentTest) -> Result<(), RuleFault> {
    if !is_path(&test.path) {
        return Err(RuleFault::ArgumentPath { path: test.path.clone() });
    }
    if test.comparison == Comparison::Matches && !test.value.is_string() {
        return Err(RuleFault::ArgumentPattern { value: test.value.clone() });
    }
    Ok(())
}

/// Signs of regular expressions are no part of a function's name.
fn check_pattern(pattern: &str) -> Result<(), RuleFault> {
    let is_foreign = |letter: char| "[](){}|^\\".contains(letter) || letter.is_control();
    if pattern.trim().is_empty() || pattern.contains(is_foreign) {
        return Err(RuleFault::FunctionPattern { pattern: pattern.to_owned() });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{RuleFault, check_rules};
    use crate::{
        ApprovalRule, ArgumentTest, Breakpoint, Comparison, FilterKind, FilterPlan, HitRule, Permission,
        SelectionPlan, StopPlace, TurnLimits, TurnPlan,
    };
    use content::ModelId;
    use serde_json::{Value, json};

    fn plan(change: impl FnOnce(&mut TurnPlan)) -> TurnPlan {
        let mut plan = TurnPlan::plain(ModelId::new("m"), TurnLimits::rounds(1), SelectionPlan::ranked(1));
        change(&mut plan);
        plan
    }

    #[track_caller]
    fn check(change: impl FnOnce(&mut TurnPlan), expected: Result<(), RuleFault>) {
        let changed = plan(change);
        assert_eq!(check_rules(Some(&plan(|_| {})), &changed), expected);
        assert_eq!(check_rules(Some(&changed), &changed), Ok(()), "a session keeps what it has");
    }

    fn filter(name: &str) -> FilterPlan {
        FilterPlan {
            name: name.to_owned(),
            function: None,
            kind: FilterKind::TerminateBefore,
            is_enabled: false,
        }
    }

    #[track_caller]
    fn check_point(change: impl FnOnce(&mut Breakpoint), expected: Result<(), RuleFault>) {
        let mut point = Breakpoint::at("b1", StopPlace::BeforeCall);
        change(&mut point);
        check(|plan| plan.breakpoints.push(point), expected);
    }

    #[test]
    fn each_filter_needs_a_name_of_its_own() {
        check(|plan| plan.filters = vec![filter("a"), filter("b")], Ok(()));
        check(|plan| plan.filters = vec![filter(" ")], Err(RuleFault::NamelessFilter));
        let same = RuleFault::SameFilter { name: "a".to_owned() };
        check(|plan| plan.filters = vec![filter("a"), filter("a")], Err(same));
    }

    #[test]
    fn a_breakpoint_that_would_never_stop_is_refused() {
        check_point(|point| point.hits = HitRule::Every { count: 0 }, Err(RuleFault::NoHit));
        check_point(|point| point.hits = HitRule::Every { count: 2 }, Ok(()));
        check_point(|point| point.condition.round = Some(0), Err(RuleFault::NoRound));
    }

    #[test]
    fn a_pattern_that_fits_no_function_is_refused_wherever_it_stands() {
        for pattern in ["", " ", "weather.get_[a-z", "(a|b)"] {
            let fault = RuleFault::FunctionPattern { pattern: pattern.to_owned() };
            check_point(|point| point.condition.function = Some(pattern.to_owned()), Err(fault.clone()));
            let function = pattern.to_owned();
            let rule = ApprovalRule { function, arguments: None, permission: Permission::Ask };
            check(|plan| plan.approvals.rules = vec![rule], Err(fault));
        }
        check_point(|point| point.condition.function = Some("weather.get_*".to_owned()), Ok(()));
    }

    #[test]
    fn a_test_of_an_argument_needs_a_place_and_a_pattern_that_is_a_text() {
        let test = |path: &str, comparison, value: Value| {
            let path = path.to_owned();
            vec![ArgumentTest { path, comparison, value }]
        };
        for path in ["", "$", "/days/~2", "$.days[0"] {
            let fault = RuleFault::ArgumentPath { path: path.to_owned() };
            let arguments = test(path, Comparison::Exists, Value::Null);
            check_point(|point| point.condition.arguments = arguments, Err(fault));
        }
        let arguments = test("city", Comparison::Matches, json!(1));
        let fault = RuleFault::ArgumentPattern { value: json!(1) };
        check_point(|point| point.condition.arguments = arguments, Err(fault));
        for path in ["city", "/days/0", "/a~1b", "$.days[0]", "$['a']"] {
            let arguments = test(path, Comparison::Matches, json!("O*"));
            check_point(|point| point.condition.arguments = arguments, Ok(()));
        }
    }
}
