import { expect, it } from "vitest";
import { ServiceLimits } from "$experiments/state/serviceLimits.svelte";

it("limits the services of the models that run, as far as something is written", () => {
  const limits = new ServiceLimits();
  limits.write("OpenAI", { perMinute: "60", atOnce: "" });
  limits.write("Another", { perMinute: "x", atOnce: "" });
  expect(limits.rates(["OpenAI", "Ollama"])).toEqual([{ service: "OpenAI", perMinute: 60, atOnce: null }]);
  expect(limits.rates(["OpenAI", "Another"])).toBeNull();
  limits.write("OpenAI", { perMinute: "0", atOnce: "" });
  expect(limits.rates(["OpenAI"])).toBeNull();
});
