use super::{NamePolicy, NearestName, OnRepair, Reading};
use content::FunctionName;
use ports::{NameStyle, Offered, OfferedName, OfferedNames, RepairReason};
use proptest::prelude::*;

fn lenient(nearest: NearestName) -> NamePolicy {
    NamePolicy { on_repair: OnRepair::Allow, nearest, ..NamePolicy::exact() }
}

fn offered() -> Vec<FunctionName> {
    vec![
        FunctionName::new("clock", "now"),
        FunctionName::new("Time", "get-current-time"),
        FunctionName::new("weather", "get_forecast"),
        FunctionName::new("stocks", "get_data"),
        FunctionName::new("sensors", "get_data"),
        FunctionName::without_plugin("search"),
    ]
}

/// What a name means among functions that were named as usual.
fn read(policy: &NamePolicy, raw: &str, functions: &[FunctionName]) -> Reading {
    policy.read(raw, Offered { functions, names: &OfferedNames::default() })
}

#[track_caller]
fn check(raw: &str, plugin: &str, function: &str, why: RepairReason) {
    match read(&lenient(NearestName::Take), raw, &offered()) {
        Reading::Repaired(repair) => {
            assert_eq!(repair.after, FunctionName::new(plugin, function));
            assert_eq!((repair.before.as_str(), repair.why), (raw, why));
        }
        Reading::Unclear(failure) => panic!("{}", failure.message),
    }
}

#[track_caller]
fn check_refused(policy: &NamePolicy, raw: &str, expected: &str) {
    match read(policy, raw, &offered()) {
        Reading::Unclear(failure) => assert_eq!(failure.message, expected),
        Reading::Repaired(repair) => panic!("{raw} was taken for {}", repair.after),
    }
}

fn separator(separator: &str) -> RepairReason {
    RepairReason::Separator { separator: separator.to_owned() }
}

#[test]
fn another_separator_is_read_with_spaces_around_the_parts_or_without() {
    check("weather.get_forecast", "weather", "get_forecast", separator("."));
    check("weather_get_forecast", "weather", "get_forecast", separator("_"));
    check("weather - get_forecast", "weather", "get_forecast", separator("-"));
    check("weather::get_forecast", "weather", "get_forecast", separator("::"));
}

#[test]
fn a_separator_that_is_part_of_a_name_is_no_obstacle() {
    check("Time-get-current-time", "Time", "get-current-time", separator("-"));
    check("Time.get-current-time", "Time", "get-current-time", separator("."));
}

#[test]
fn a_name_without_its_plugin_is_enough_where_only_one_function_has_it() {
    check("get_forecast", "weather", "get_forecast", RepairReason::FunctionAlone);
    let text = "\"get_data\" could mean any of stocks-get_data, sensors-get_data. Call one of them by its full name.";
    check_refused(&lenient(NearestName::Take), "get_data", text);
}

#[test]
fn case_and_signs_do_not_count() {
    check("weatherGetForecast", "weather", "get_forecast", RepairReason::Spelling);
    check("GetForecast", "weather", "get_forecast", RepairReason::Spelling);
}

#[test]
fn the_nearest_name_is_taken_only_where_that_is_wanted_and_no_other_is_near() {
    check("weather-get_forcast", "weather", "get_forecast", RepairReason::Nearest { distance: 1 });
    let text = "There is no function \"weather-get_forcast\" here. Available and nearest: \
                weather-get_forecast, sensors-get_data, search. Correct the name, or answer in words.";
    check_refused(&lenient(NearestName::Suggest), "weather-get_forcast", text);
    let near = [FunctionName::new("a", "list_item"), FunctionName::new("a", "list_items2")];
    let reading = read(&lenient(NearestName::Take), "a-list_items", &near);
    assert!(matches!(reading, Reading::Unclear(_)), "two are near: {reading:?}");
}

#[test]
fn by_default_a_name_has_to_be_right_to_the_letter() {
    let text = "There is no function \"weather.get_forecast\" here. Available and nearest: \
                weather-get_forecast, Time-get-current-time, sensors-get_data. Correct the name, or answer in words.";
    check_refused(&NamePolicy::exact(), "weather.get_forecast", text);
}

#[test]
fn two_readings_of_one_name_are_both_told() {
    let names = [FunctionName::new("a", "b-c"), FunctionName::new("a-b", "c")];
    let others = vec![OfferedName { name: names[1].clone(), written: "a-b-c_12".to_owned() }];
    let known = OfferedNames { style: NameStyle::default(), others };
    let offered = Offered { functions: &names, names: &known };
    let Reading::Unclear(failure) = lenient(NearestName::Take).read("a-b-c", offered) else {
        panic!("it was read")
    };
    let text = "\"a-b-c\" could mean any of a-b-c, a-b-c_12. Call one of them by its full name.";
    assert_eq!(failure.message, text);
}

#[test]
fn names_are_suggested_as_the_model_was_offered_them() {
    let functions = [FunctionName::new("weather", "get_forecast"), FunctionName::new("wetter.de", "größe")];
    let others = vec![OfferedName { name: functions[1].clone(), written: "wetter_de_gr__e_1".to_owned() }];
    let names = OfferedNames { style: NameStyle::Joined { separator: "__".to_owned() }, others };
    let Reading::Unclear(failure) =
        NamePolicy::exact().read("forecast", Offered { functions: &functions, names: &names })
    else {
        panic!("it was read")
    };
    let text = "There is no function \"forecast\" here. Available and nearest: weather__get_forecast, \
                wetter_de_gr__e_1. Correct the name, or answer in words.";
    assert_eq!(failure.message, text);
}

#[test]
fn nothing_is_said_of_functions_where_a_request_offered_none() {
    let Reading::Unclear(failure) = read(&NamePolicy::exact(), "now", &[]) else { panic!("it was read") };
    let text = "There is no function \"now\" here. Call only functions that are offered, or answer in words.";
    assert_eq!(failure.message, text);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(raw in ".*") {
        read(&lenient(NearestName::Take), &raw, &offered());
    }

    #[test]
    fn a_name_with_any_of_the_separators_is_found(plugin in "[a-z]{1,8}", function in "[a-z]{1,8}", which in 0_usize..8) {
        let policy = lenient(NearestName::Suggest);
        let name = FunctionName::new(&plugin, &function);
        let raw = format!("{plugin}{}{function}", policy.separators[which]);
        match read(&policy, &raw, std::slice::from_ref(&name)) {
            Reading::Repaired(repair) => prop_assert_eq!(repair.after, name),
            Reading::Unclear(failure) => prop_assert!(false, "{}", failure.message),
        }
    }
}

#[test]
fn a_function_that_is_not_there_has_a_nearest_one_or_none() {
    let check = |plugin: &str, function: &str, expected: Option<FunctionName>| {
        assert_eq!(super::most_like(&FunctionName::new(plugin, function), &offered()), expected);
    };
    let forecast = || Some(FunctionName::new("weather", "get_forecast"));
    check("weather", "get_forcast", forecast());
    check("meteorology", "getForecast", forecast());
    check("nowhere", "nothing", None);
}
