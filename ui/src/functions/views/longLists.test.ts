import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, expect, it, vi } from "vitest";
import type { ListedServer } from "$contract";
import { ScriptedHost } from "$host/scripted/host";
import OperationList from "$functions/components/OperationList.svelte";
import PastedView from "$functions/views/PastedView.svelte";
import ServerDetailsView from "$functions/views/ServerDetailsView.svelte";
import { exchangeDemo, weatherDemo } from "$gallery/fixtures/demo";
import { demoOverview } from "$gallery/fixtures/demoHost";
import { ownSourcesDemo } from "$gallery/fixtures/ownSources";
import { unseenWindow, within } from "$gallery/within";
import type { WindowState } from "$window/context";

const MANY = 1030;

beforeAll(() => {
  // jsdom has none.
  HTMLDialogElement.prototype.showModal = () => undefined;
});

function aWindow(): WindowState {
  const script = { overview: demoOverview(), recording: weatherDemo(), exchange: exchangeDemo() };
  return unseenWindow(new ScriptedHost({ ...script, shown: 0, pace: 0 }));
}

/** A server that runs and has many tools. */
function largeServer(): ListedServer {
  const [server] = ownSourcesDemo(null).servers;
  if (server?.state == null) throw new Error("no server runs");
  const tools = Array.from({ length: MANY }, (_, at) => ({
    name: `tool_${at}`,
    title: at % 2 === 0 ? `Tool ${at}` : null,
    hints: [],
    hasOutputSchema: true,
  }));
  return { ...server, state: { ...server.state, tools } };
}

it("searches the tools of a large server, and draws those in sight", async () => {
  const props = { server: largeServer(), overview: demoOverview() };
  render(within(aWindow(), ServerDetailsView), { props, context: new Map() });
  const drawn = (): string[] => screen.getAllByText(/^tool_\d+$/).map(({ textContent }) => textContent);
  expect(drawn().length).toBeLessThan(50);
  const search = screen.getByRole("searchbox", { name: "Find a tool", hidden: true });
  await fireEvent.input(search, { target: { value: "tool_777" } });
  expect(drawn()).toEqual(["tool_777"]);
});

it("draws the operations of a large document that are in sight, and chooses among all of them", async () => {
  const operations = Array.from({ length: MANY }, (_, at) => ({
    name: `operation_${at}`,
    place: `get /operations/${at}`,
    description: "",
  }));
  const look = { title: "Large", operations, hosts: [], keys: [], problems: [] };
  const onChoose = vi.fn();
  render(OperationList, { look, leftOut: new Set<string>(), onChoose });
  expect(screen.getAllByRole("checkbox").length).toBeLessThan(50);
  await fireEvent.click(screen.getByRole("button", { name: "Untick 1030" }));
  expect(onChoose).toHaveBeenCalledTimes(MANY);
  await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "operation_777" } });
  await fireEvent.click(screen.getByRole("checkbox"));
  expect(onChoose).toHaveBeenLastCalledWith("get /operations/777", false);
});

it("searches many definitions, and draws those in sight", async () => {
  const definitions = Array.from({ length: MANY }, (_, at) => ({
    name: `function_${at}`,
    description: "",
    parameters: {},
    effect: "unknown" as const,
  }));
  const props = { settings: { id: "p1", title: "Large", definitions } };
  render(within(aWindow(), PastedView), { props, context: new Map() });
  const drawn = (): HTMLElement[] => screen.getAllByRole("button", { name: /^Leave out/, hidden: true });
  expect(drawn().length).toBeLessThan(50);
  const search = screen.getByRole("searchbox", { name: "Find a function", hidden: true });
  await fireEvent.input(search, { target: { value: "function_777" } });
  const [found] = drawn();
  if (found !== undefined) await fireEvent.click(found);
  expect(screen.getByRole("status", { hidden: true }).textContent).toBe("Nothing matches “function_777”");
  expect(screen.getByText(/^1,029 definitions/)).not.toBeNull();
});
