import { expect, it } from "vitest";
import { nearestFunction } from "$content/nearest";

const NAMES = [
  { plugin: "weather", function: "get_forecast" },
  { plugin: "weather", function: "get_alerts" },
  { plugin: "clock", function: "now" },
];

function check(written: string, expected: string | null): void {
  expect(nearestFunction(written, NAMES)?.function ?? null).toBe(expected);
}

it("finds the function that was meant behind other letters, cases and separators", () => {
  check("get_forcast", "get_forecast");
  check("weather__getForecast", "get_forecast");
  check("weather.get_alert", "get_alerts");
  check("forecast", "get_forecast");
  check("NOW", "now");
});

it("finds nothing where no name is near", () => {
  check("send_mail", null);
  check("", null);
  check("__", null);
});
