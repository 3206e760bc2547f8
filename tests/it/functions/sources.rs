//! Sources that come and go while the application runs.

use content::FunctionName;
use support::app::TestApp;
use workbench::contract::Nothing;

#[tokio::test]
async fn the_overview_names_what_ships_with_its_functions() {
    let app = TestApp::new();
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    let clock = overview.sources.iter().find(|source| source.facts.title == "clock").expect("the clock");
    let named = [FunctionName::new("clock", "now"), FunctionName::new("clock", "days_between")];
    assert_eq!(clock.functions, named);
    assert!(overview.sources.iter().all(|source| source.problems.is_empty()));
}

#[tokio::test]
async fn a_feed_begins_with_how_often_functions_have_changed() {
    let app = TestApp::new();
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    let mut session = app.session("example:weather", &[]).await;
    assert_eq!(session.until_functions(0).await, overview.functions_version);
}
