//! The real clock and real ids.

use content::{CallId, ExchangeId, MessageId, SessionId, Timestamp, TurnId};
use jiff::tz::TimeZone;
use ports::{Clock, IdSource};
use std::time::{SystemTime, UNIX_EPOCH};
use uuid::Uuid;

#[derive(Clone, Copy, Debug)]
pub(crate) struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    fn on_the_wall(&self) -> Timestamp {
        let Timestamp(now) = self.now();
        let offset = jiff::Timestamp::from_millisecond(now).map(|now| TimeZone::system().to_offset(now));
        Timestamp(now + offset.map_or(0, |offset| i64::from(offset.seconds()) * 1_000))
    }
}

/// Ids that sort by the time they were made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RandomIds;

impl IdSource for RandomIds {
    fn session(&self) -> SessionId {
        SessionId::new(Uuid::now_v7())
    }

    fn turn(&self) -> TurnId {
        TurnId::new(Uuid::now_v7())
    }

    fn message(&self) -> MessageId {
        MessageId::new(Uuid::now_v7())
    }

    fn call(&self) -> CallId {
        CallId::new(short(Uuid::now_v7().as_u128()))
    }

    fn exchange(&self) -> ExchangeId {
        ExchangeId::new(Uuid::now_v7())
    }
}

/// Nine letters and digits: a form that every provider takes for the id of a call.
fn short(mut random: u128) -> String {
    const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let letter = |_| {
        let place = usize::try_from(random % 62).unwrap_or_default();
        random /= 62;
        LETTERS.get(place).map_or('0', |letter| char::from(*letter))
    };
    (0..9).map(letter).collect()
}
