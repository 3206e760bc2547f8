import { language } from "$language/language";
import { say } from "$language/say";

/** In English, days are written as the system writes them. */
const LOCALE = language === "zh" ? "zh-CN" : undefined;

/** Made once, because making one takes longer than hundreds of uses. */
const DAY_AND_MONTH = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short" });
const MONTH_AND_YEAR = new Intl.DateTimeFormat(LOCALE, { month: "long", year: "numeric" });

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration, as short as it can be read without thinking. */
export function duration(milliseconds: number): string {
  const whole = Math.max(0, Math.round(milliseconds));
  // Moments are kept in milliseconds, so nothing is known of a shorter time.
  if (whole === 0) return say("<1 ms");
  if (whole < SECOND) return say("{whole} ms", { whole });
  if (whole < 10 * SECOND) return say("{seconds} s", { seconds: (whole / SECOND).toFixed(2) });
  if (whole < MINUTE) return say("{seconds} s", { seconds: (whole / SECOND).toFixed(1) });
  const minutes = Math.floor(whole / MINUTE);
  const seconds = Math.floor((whole % MINUTE) / SECOND);
  return say("{minutes} min {seconds} s", { minutes, seconds });
}

/** A time that is counted down, in whole seconds. It never says 0, because what happens then shows by itself. */
export function countdown(milliseconds: number): string {
  return say("{seconds} s", { seconds: Math.max(1, Math.ceil(milliseconds / SECOND)) });
}

/** A time that is counted up, in whole seconds, so that it stands still long enough to be read. */
export function elapsed(milliseconds: number): string {
  return milliseconds < MINUTE
    ? say("{seconds} s", { seconds: Math.floor(Math.max(0, milliseconds) / SECOND) })
    : duration(milliseconds);
}

/** How long ago something was, as a list shows it. */
export function ago(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  if (passed < MINUTE) return say("now");
  if (passed < HOUR) return say("{passed} min", { passed: Math.floor(passed / MINUTE) });
  if (passed < DAY) return say("{passed} h", { passed: Math.floor(passed / HOUR) });
  if (passed < 7 * DAY) return say("{passed} d", { passed: Math.floor(passed / DAY) });
  return DAY_AND_MONTH.format(at);
}

/** The day on which something was, the coarser the longer ago: a heading in a list. */
export function dayText(at: number, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (at >= midnight) return say("Today");
  if (at >= midnight - DAY) return say("Yesterday");
  if (at >= midnight - 6 * DAY) return say("Last 7 days");
  return MONTH_AND_YEAR.format(at);
}

/** A moment within a log, counted from its first entry. */
export function offset(passed: number): string {
  const milliseconds = Math.max(0, Math.round(passed));
  const seconds = Math.floor(milliseconds / SECOND);
  const rest = String(milliseconds % SECOND).padStart(3, "0");
  if (seconds < 60) return `${seconds}.${rest}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, "0")}.${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

export function clock(at: number): string {
  return new Date(at).toLocaleString(LOCALE, { dateStyle: "medium", timeStyle: "medium" });
}

export function timeOfDay(at: number): string {
  return new Date(at).toLocaleTimeString(LOCALE, { timeStyle: "medium" });
}
