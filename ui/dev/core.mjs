import http from "node:http";
import net from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

/** How often a core that is being restarted is looked for, in milliseconds. */
const RETRY = 50;

/** How long a request waits for the core, in milliseconds. */
const PATIENCE = 30_000;

/** What the page listens to in order to read again what it knows of the core. */
const RESTARTED = "core-restarted";

const STARTS = Symbol.for("callwright.starts");

/**
 * Carries requests of the page to the core, which has another port and another token after each restart. `lines` tells
 * where it is: a line of JSON for each start, `{ "host": "127.0.0.1:4000", "token": "…" }`. The page keeps the token of
 * the first start.
 *
 * A request waits while the core is away. The names and the token of the page are exchanged for those of the core, and
 * anything else passes as it is: so the core itself refuses other pages, other hosts and other tokens.
 */
export function core({ port, lines }) {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  return {
    name: "callwright-core",
    apply: "serve",
    configureServer(server) {
      // The address without a token opens nothing.
      server.printUrls = () => undefined;
      const starts = startsIn(lines);
      starts.restarted = () => server.ws.send(RESTARTED);
      server.middlewares.use("/api", (request, response) => {
        const headers = () => exchanged(request.headers, hosts, starts.first, starts.current);
        void carry(request, response, () => starts.current, headers);
      });
    },
  };
}

/** The starts of the core so far. They stay with the lines, since Vite begins anew when its configuration changes. */
function startsIn(lines) {
  if (lines[STARTS] !== undefined) return lines[STARTS];
  const starts = { first: null, current: null, restarted: () => undefined };
  createInterface({ input: lines }).on("line", (line) => {
    starts.current = JSON.parse(line);
    if (starts.first === null) starts.first = starts.current;
    else starts.restarted();
  });
  lines[STARTS] = starts;
  return starts;
}

/** The headers of the page's own requests as the core's own page would send them. Those of others stay as they are. */
export function exchanged(headers, hosts, first, current) {
  const names = new Map([
    ...hosts.flatMap((host) => [
      [`host ${host}`, current.host],
      [`origin http://${host}`, `http://${current.host}`],
    ]),
    [`authorization Bearer ${first.token}`, `Bearer ${current.token}`],
  ]);
  const pairs = Object.entries(headers).map(([name, value]) => [
    name,
    names.get(`${name} ${value}`) ?? value,
  ]);
  return { ...Object.fromEntries(pairs), connection: "close" };
}

async function carry(request, response, coreNow, headers) {
  const socket = await connected(response, coreNow);
  if (socket === null) {
    response.destroy();
    return;
  }
  const path = request.originalUrl ?? request.url;
  const options = { method: request.method, path, headers: headers() };
  const carried = http.request({ ...options, createConnection: () => socket }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    // Each line of a feed is shown as it comes.
    answer.pipe(response);
    answer.on("close", () => response.destroy());
  });
  // A page whose connection breaks follows its sessions again.
  carried.on("error", () => response.destroy());
  response.on("close", () => carried.destroy());
  request.pipe(carried);
}

/** A connection to the core as soon as there is one. */
async function connected(response, coreNow) {
  const until = performance.now() + PATIENCE;
  while (!response.destroyed && performance.now() < until) {
    const socket = await dial(coreNow());
    if (socket !== null) return socket;
    await pause(RETRY);
  }
  return null;
}

function dial(core) {
  if (core === null) return Promise.resolve(null);
  const { hostname, port } = new URL(`http://${core.host}`);
  return new Promise((resolve) => {
    const socket = net.connect({ host: hostname, port: Number(port) });
    socket.once("connect", () => resolve(socket)).once("error", () => resolve(null));
  });
}
