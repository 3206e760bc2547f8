import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { keepPlace } from "./place";

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
  document.body.replaceChildren();
});

function appWith(open: string) {
  const app = {
    session: { id: open },
    listed: [{ id: "one" }, { id: "two" }],
    load: () => Promise.resolve(),
    open: (id: string) => (app.session = { id }),
  };
  return app;
}

test("the session that was open is opened again", async () => {
  vi.useFakeTimers();
  await keepPlace(appWith("two"), sessionStorage);
  vi.advanceTimersByTime(1000);
  const reloaded = appWith("one");
  await keepPlace(reloaded, sessionStorage);
  expect(reloaded.session.id).toBe("two");
});

test("a session that is not there any more is not opened", async () => {
  sessionStorage.setItem("callwright.dev.place", JSON.stringify({ session: "gone", row: null }));
  const app = appWith("one");
  await keepPlace(app, sessionStorage);
  expect(app.session.id).toBe("one");
});

test("the row that was at the top comes back there", async () => {
  const [log, scroller, rows, row] = ["div", "div", "div", "p"].map((name) => document.createElement(name));
  if (!log || !scroller || !rows || !row) throw new Error("no list");
  log.role = "log";
  row.textContent = "second";
  rows.append(document.createElement("p"), row);
  scroller.append(rows);
  log.append(scroller);
  document.body.append(log);
  onTestFinished(() => {
    log.remove();
  });
  // A row that lies 300 below the beginning of the list.
  row.getBoundingClientRect = () => new DOMRect(0, 300 - scroller.scrollTop, 10, 10);
  const place = { session: "one", row: { text: "second", below: 20, scrolled: 0 } };
  sessionStorage.setItem("callwright.dev.place", JSON.stringify(place));
  await keepPlace(appWith("one"), sessionStorage);
  expect(scroller.scrollTop).toBe(280);
});
