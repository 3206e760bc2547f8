import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import type { CommandName } from "$contract";
import CaseView from "$experiments/views/CaseView.svelte";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { experimentsHost } from "$gallery/fixtures/experiments";
import { unseenWindow, within } from "$gallery/within";

beforeAll(() => {
  // jsdom has none.
  HTMLDialogElement.prototype.showModal = () => undefined;
});

/** The case of the sample set that is answered by frozen results. */
async function opened() {
  const host = experimentsHost(demoOverview());
  const state = unseenWindow(host);
  await state.caseSheet.change("~/callwright/experiments/sets/sample", "two-cities");
  render(within(state, CaseView), { props: { models: [] }, context: new Map() });
  return { host, sheet: state.caseSheet };
}

const keep = (): HTMLElement => screen.getByRole("button", { name: "Keep the case", hidden: true });

test("the stand-in of a function is written where its case is, and its frozen results say that they go", async () => {
  const { host } = await opened();
  const kind = screen.getByLabelText<HTMLSelectElement>("What answers in the runs");
  kind.selectedIndex = [...kind.options].findIndex(({ text }) => text === "A template over the arguments");
  await fireEvent.change(kind);
  expect(keep().title).toContain("Write a template.");
  await fireEvent.input(screen.getByLabelText("The template"), { target: { value: "{{ city }} is dry." } });
  expect(
    screen.getByText("2 frozen results of weather.get_forecast left out: it is answered otherwise."),
  ).not.toBeNull();
  await fireEvent.click(keep());
  await vi.waitFor(() => expect(host.asked.at(-1)?.command).toBe("case_save"));
  expect(host.asked.at(-1)?.args).toMatchObject({
    case: {
      functions: [{ name: "weather.get_forecast", standIn: { template: "{{ city }} is dry." } }],
      results: [],
    },
  });
});

test("what keeps a case from being kept is told at its button", async () => {
  const { host, sheet } = await opened();
  sheet.id = "two cities";
  await vi.waitFor(() => expect(keep().title).toBe("The id needs other letters"));
  await fireEvent.click(keep());
  expect(host.asked.filter(({ command }) => command === "case_save")).toEqual([]);
});

test("the set of a new case is searched where there are many", async () => {
  const host = experimentsHost(demoOverview());
  const call = host.call.bind(host);
  const sets = Array.from({ length: 1030 }, (_, at) => ({ folder: `sets/${at}`, name: `set ${at}` }));
  const read = await call("case_read", { folder: "sample", case: "two-cities" });
  const replies: Partial<Record<CommandName, unknown>> = {
    case_draft: { case: read, losses: [], hasSecret: false },
    experiments_list: { sets, experiments: [] },
  };
  vi.spyOn(host, "call").mockImplementation(
    (async (command: CommandName, args: never) =>
      replies[command] ?? (await call(command, args))) as typeof host.call,
  );
  const state = unseenWindow(host);
  await state.caseSheet.draft("s1", "m1", []);
  render(within(state, CaseView), { props: { models: [] }, context: new Map() });
  await fireEvent.click(screen.getByRole("button", { name: "Case set: set 0", hidden: true }));
  expect(screen.getAllByRole("option", { name: /^set/, hidden: true }).length).toBeLessThan(40);
  const search = screen.getByRole("combobox", { name: "Case set: set 0", hidden: true });
  await fireEvent.input(search, { target: { value: "set 777" } });
  await fireEvent.keyDown(search, { key: "Enter" });
  expect(state.caseSheet.folder).toBe("sets/777");
});
