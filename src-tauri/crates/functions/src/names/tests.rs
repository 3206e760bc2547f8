use super::{NamePolicy, NearestName, OnRepair, Reading};
use content::FunctionName;
use ports::RepairReason;
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

#[track_caller]
fn check(raw: &str, plugin: &str, function: &str, why: RepairReason) {
    match lenient(NearestName::Take).read(raw, &offered()) {
        Reading::Repaired(repair) => {
            assert_eq!(repair.after, FunctionName::new(plugin, function));
            assert_eq!((repair.before.as_str(), repair.why), (raw, why));
        }
        Reading::Unclear(failure) => panic!("{}", failure.message),
    }
}

#[track_caller]
fn check_refused(policy: &NamePolicy, raw: &str, expected: &str) {
    match policy.read(raw, &offered()) {
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
    let reading = lenient(NearestName::Take).read("a-list_items", &near);
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
    let Reading::Unclear(failure) = lenient(NearestName::Take).read("a-b-c", &names) else {
        panic!("it was read")
    };
    assert!(failure.message.contains("a-b-c, a-b-c"), "{}", failure.message);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(raw in ".*") {
        lenient(NearestName::Take).read(&raw, &offered());
    }

    #[test]
    fn a_name_with_any_of_the_separators_is_found(plugin in "[a-z]{1,8}", function in "[a-z]{1,8}", which in 0_usize..8) {
        let policy = lenient(NearestName::Suggest);
        let name = FunctionName::new(&plugin, &function);
        let raw = format!("{plugin}{}{function}", policy.separators[which]);
        match policy.read(&raw, std::slice::from_ref(&name)) {
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
