import { count, say } from "$language/say";
import { sentence, told } from "$language/told";
import type {
  FunctionName,
  FunctionSpec,
  ListedServer,
  ListedSource,
  McpStatus,
  McpTool,
  SourceKind,
  SourceProblem,
} from "$contract";
import { assertNever } from "$shared/assertNever";
import { functionKey } from "$content/naming";

/** How a source stands, in words and as a colour. */
export type Standing = { tone: "good" | "busy" | "bad" | "off"; words: string };

/** The functions of one source. */
export type FunctionGroup = {
  id: string;
  title: string;
  kind: SourceKind | null;
  standing: Standing;
  functions: FunctionSpec[];
  problems: string[];
};

/** The tool of an MCP server that a function is. */
export function toolOf(servers: readonly ListedServer[], name: FunctionName): McpTool | undefined {
  const server = servers.find(({ settings }) => settings.id === name.plugin);
  return server?.state?.tools.find((tool) => tool.name === name.function);
}

/** The functions under where they come from, as far as they are looked for. A source without any is there as well. */
export function groupsOf(
  functions: FunctionSpec[],
  sources: ListedSource[],
  servers: ListedServer[],
  query: string,
): FunctionGroup[] {
  const wanted = query
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const isWanted = (text: string): boolean => wanted.every((word) => text.toLowerCase().includes(word));
  const known = new Map(functions.map((spec) => [functionKey(spec.name), spec]));
  const groups = sources.map((source) => {
    const own = source.functions.flatMap((name) => {
      const spec = known.get(functionKey(name));
      return spec === undefined ? [] : [spec];
    });
    own.forEach((spec) => known.delete(functionKey(spec.name)));
    return groupOf(source, own, servers);
  });
  const rest = [...known.values()];
  if (rest.length > 0)
    groups.push({
      id: "",
      title: say("Others"),
      kind: null,
      standing: ready(rest),
      functions: rest,
      problems: [],
    });
  if (wanted.length === 0) return groups;
  return groups.flatMap((group) => {
    const found = group.functions.filter((spec) => isWanted(searchable(group, spec)));
    return found.length > 0 || isWanted(group.title) ? [{ ...group, functions: found }] : [];
  });
}

function groupOf(source: ListedSource, functions: FunctionSpec[], servers: ListedServer[]): FunctionGroup {
  const server = servers.find(({ settings }) => `mcp:${settings.id}` === source.id);
  const status = server?.state?.status;
  const standing = status === undefined ? standingOf(source, functions) : serverStanding(status, functions);
  const { id, title, kind, problems } = source;
  return {
    id,
    title,
    kind,
    standing,
    functions,
    problems: problems.map((one) =>
      one.advice === null
        ? problemText(one)
        : say("{problem}. {advice}", { problem: problemText(one), advice: told(one.advice) }),
    ),
  };
}

function standingOf(source: ListedSource, functions: FunctionSpec[]): Standing {
  switch (source.status) {
    case "loading":
      return { tone: "busy", words: say("is being read") };
    case "failed":
      return { tone: "bad", words: say("can’t be used") };
    case "ready":
      return source.problems.length > 0
        ? {
            tone: "bad",
            words: `${ready(functions).words}, ${count(source.problems.length, "problem", "problems")}`,
          }
        : ready(functions);
    default:
      return assertNever(source.status);
  }
}

/** What is wrong, and where. */
export function problemText({ message, file, line }: SourceProblem): string {
  if (file === null) return sentence(message);
  const words = told(message);
  return line === null
    ? say("{name}: {message}", { name: file, message: words })
    : say("{file}, line {line}: {message}", { file, line, message: words });
}

/** How a server is, in words. */
export function serverStanding(status: McpStatus, functions: FunctionSpec[]): Standing {
  switch (status.type) {
    case "off":
      return { tone: "off", words: say("switched off") };
    case "starting":
      return { tone: "busy", words: say("is starting") };
    case "running":
      return ready(functions);
    case "waiting":
      return { tone: "busy", words: say("died, starts again in {seconds} s", { seconds: status.seconds }) };
    case "locked":
      return { tone: "bad", words: told(status.reason) };
    case "failed":
      return { tone: "bad", words: told(status.reason) };
    default:
      return assertNever(status);
  }
}

function ready(functions: FunctionSpec[]): Standing {
  return {
    tone: "good",
    words: count(functions.length, "function", "functions"),
  };
}

function searchable({ title }: FunctionGroup, { name, description }: FunctionSpec): string {
  return `${title} ${name.plugin ?? ""} ${name.function} ${description}`;
}

/** What kind of thing a source is. */
export function kindText(kind: SourceKind): string {
  switch (kind) {
    case "native":
      return say("ships with Callwright");
    case "process":
      return say("a program for each call");
    case "http":
      return "HTTP";
    case "openApi":
      return "OpenAPI";
    case "files":
      return say("files");
    case "mcp":
      return say("MCP server");
    case "prompt":
      return say("prompts");
    case "pasted":
      return say("definitions");
    default:
      return assertNever(kind);
  }
}
