//! Moments, for people and for programs.

use content::Timestamp;
use jiff::tz::TimeZone;
use std::path::Path;

/// The time zone of the person, as `Europe/Oslo`.
pub(crate) fn zone() -> Option<String> {
    let named = std::env::var("TZ").ok().map(|zone| zone.trim_start_matches(':').to_owned());
    let linked = || {
        let target = std::fs::read_link(Path::new("/etc/localtime")).ok()?;
        let target = target.to_string_lossy().into_owned();
        target.split_once("zoneinfo/").map(|(_, zone)| zone.to_owned())
    };
    named.filter(|zone| zone.contains('/')).or_else(linked)
}

/// As a program reads it: `2026-11-25T07:00:00Z`.
pub(crate) fn written(at: Timestamp) -> String {
    moment(at).to_string()
}

/// As a person reads it, to the minute, in the time zone of this computer.
pub(crate) fn shown(at: Timestamp) -> String {
    let zone = zone().and_then(|zone| TimeZone::get(&zone).ok()).unwrap_or(TimeZone::UTC);
    moment(at).to_zoned(zone).strftime("%Y-%m-%d %H:%M").to_string()
}

fn moment(at: Timestamp) -> jiff::Timestamp {
    jiff::Timestamp::from_millisecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
}

#[cfg(test)]
mod tests {
    use super::written;
    use content::Timestamp;

    #[test]
    fn a_moment_is_written_in_universal_time() {
        assert_eq!(written(Timestamp(1_795_590_000_000)), "2026-11-25T07:00:00Z");
    }
}
