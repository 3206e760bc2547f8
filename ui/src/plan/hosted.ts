import { say } from "$language/say";
import type { HostedTool, JsonValue } from "$contract";

type Named = Exclude<HostedTool["type"], "raw">;

/** The tools of providers that have a name of their own here. */
export const HOSTED: readonly { type: Named; title: string; note: string }[] = [
  { type: "webSearch", title: say("Web search"), note: say("It looks for pages on the web.") },
  { type: "webFetch", title: say("Web pages"), note: say("It reads pages whose addresses are known.") },
  {
    type: "codeExecution",
    title: say("Code"),
    note: say("It writes programs and runs them in a container of the provider."),
  },
  {
    type: "fileSearch",
    title: say("Files"),
    note: say("It looks into files that are stored at the provider."),
  },
];

export function isHosted(hosted: readonly HostedTool[], type: Named): boolean {
  return hosted.some((tool) => tool.type === type);
}

/** The tools in the order in which they are listed here, those in the provider’s own words last. */
export function withHosted(hosted: readonly HostedTool[], type: Named, isWanted: boolean): HostedTool[] {
  const kept = hosted.filter((tool) => tool.type !== type);
  const made: HostedTool[] = isWanted ? [type === "fileSearch" ? { type, stores: [] } : { type }] : [];
  return inOrder([...kept, ...made]);
}

export function withStores(hosted: readonly HostedTool[], stores: string[]): HostedTool[] {
  return hosted.map((tool) => (tool.type === "fileSearch" ? { ...tool, stores } : tool));
}

export function storesOf(hosted: readonly HostedTool[]): string[] {
  return hosted.flatMap((tool) => (tool.type === "fileSearch" ? tool.stores : []));
}

export function rawOf(hosted: readonly HostedTool[]): JsonValue[] {
  return hosted.flatMap((tool) => (tool.type === "raw" ? [tool.value] : []));
}

export function withRaw(hosted: readonly HostedTool[], values: readonly JsonValue[]): HostedTool[] {
  const raw = values.map((value) => ({ type: "raw" as const, value }));
  return [...hosted.filter(({ type }) => type !== "raw"), ...raw];
}

/** What a tool is called where a person reads of it. */
export function hostedTitle(tool: HostedTool): string {
  if (tool.type !== "raw") return HOSTED.find(({ type }) => type === tool.type)?.title ?? tool.type;
  const { value } = tool;
  const named = typeof value === "object" && value !== null && !Array.isArray(value) ? value["type"] : null;
  return typeof named === "string" ? named : say("a tool of its own");
}

function inOrder(hosted: HostedTool[]): HostedTool[] {
  const place = ({ type }: HostedTool): number => HOSTED.findIndex((one) => one.type === type);
  const named = hosted.filter(({ type }) => type !== "raw");
  return [
    ...named.sort((one, other) => place(one) - place(other)),
    ...hosted.filter(({ type }) => type === "raw"),
  ];
}
