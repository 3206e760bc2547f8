// @vitest-environment node
import http from "node:http";
import { PassThrough } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { core, exchanged } from "./core.mjs";

const opened = [];

afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

async function listening(answer) {
  const server = http.createServer(answer);
  opened.push(server);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server.address().port;
}

/** A Vite server as far as the plugin knows one. */
async function served() {
  const lines = new PassThrough();
  const sent = [];
  let carry;
  const port = await listening((request, response) => carry(request, response));
  core({ port, lines }).configureServer({
    middlewares: { use: (_, handler) => (carry = handler) },
    ws: { send: (event) => sent.push(event) },
  });
  const tell = (host, token) => lines.write(`${JSON.stringify({ host, token })}\n`);
  return { port, sent, tell };
}

function posted(port, token) {
  const headers = { Authorization: `Bearer ${token}`, Origin: `http://127.0.0.1:${port}` };
  return fetch(`http://127.0.0.1:${port}/api/call`, { method: "POST", headers, body: "{}" });
}

const seen = ({ headers: { host, origin, authorization } }) =>
  JSON.stringify({ host, origin, authorization });

test("the names of the page become those of the core", () => {
  const [page, now] = [{ token: "first" }, { host: "127.0.0.1:1", token: "now" }];
  const ours = {
    host: "localhost:5",
    origin: "http://127.0.0.1:5",
    authorization: "Bearer first",
    accept: "*/*",
  };
  expect(exchanged(ours, ["127.0.0.1:5", "localhost:5"], page, now)).toEqual({
    host: "127.0.0.1:1",
    origin: "http://127.0.0.1:1",
    authorization: "Bearer now",
    accept: "*/*",
    connection: "close",
  });
});

test("names of others are left for the core to refuse", () => {
  const theirs = {
    host: "evil.example:5",
    origin: "http://127.0.0.1:6",
    authorization: "Bearer firs",
    connection: "close",
  };
  const [page, now] = [{ token: "first" }, { host: "127.0.0.1:1", token: "now" }];
  expect(exchanged(theirs, ["127.0.0.1:5", "localhost:5"], page, now)).toEqual(theirs);
});

test("a request reaches the core and comes back", async () => {
  const { port, tell, sent } = await served();
  const behind = await listening((request, response) => response.end(seen(request)));
  tell(`127.0.0.1:${behind}`, "first");
  const answer = await posted(port, "first");
  const host = `127.0.0.1:${behind}`;
  expect(await answer.json()).toEqual({ host, origin: `http://${host}`, authorization: "Bearer first" });
  expect(sent).toEqual([]);
});

test("a request waits for a core that restarts, and the page keeps its token", async () => {
  const { port, tell, sent } = await served();
  tell("127.0.0.1:1", "first");
  const waiting = posted(port, "first");
  const behind = await listening((request, response) => response.end(seen(request)));
  tell(`127.0.0.1:${behind}`, "second");
  expect(await (await waiting).json()).toMatchObject({ authorization: "Bearer second" });
  expect(sent).toEqual(["core-restarted"]);
});

test("a feed ends with its core, so that the page follows again", async () => {
  const { port, tell } = await served();
  const behind = await listening((request, response) => {
    response.write("a line\n", () => request.socket.destroy());
  });
  tell(`127.0.0.1:${behind}`, "first");
  const answer = await posted(port, "first");
  const [read] = await Promise.allSettled([answer.text()]);
  expect(read.value ?? "cut off").toMatch(/a line|cut off/);
});
