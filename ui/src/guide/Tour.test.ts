import { render } from "@testing-library/svelte";
import { expect, it } from "vitest";
import Tour from "$guide/Tour.svelte";
import { tourSteps } from "$guide/tourSteps";

it("leaves the keys at the stop, because nothing can be said before the turn goes on", async () => {
  const [stop, button] = [document.createElement("span"), document.createElement("button")];
  stop.setAttribute("data-goes-on", "");
  stop.append(button);
  const message = document.createElement("textarea");
  message.setAttribute("data-yields", "");
  document.body.append(stop, message);
  const steps = tourSteps();
  const nothing = (): void => undefined;
  const tour = render(Tour, { steps, at: 0, onNext: nothing, onBack: nothing, onEnd: nothing });
  await tour.rerender({ at: steps.length });
  await Promise.resolve();
  expect(document.activeElement).toBe(button);
  stop.remove();
  message.remove();
});
