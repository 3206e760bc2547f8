// A registry of npm that has the packages named as arguments and no others. It prints its address.
"use strict";

const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { createServer } = require("node:http");
const { gunzipSync } = require("node:zlib");

/** The description in a package, which comes first in its archive. */
function described(archive) {
  const tar = gunzipSync(archive);
  for (let at = 0; at + 512 <= tar.length; ) {
    const name = tar.toString("utf8", at, at + 100).replace(/\0.*$/s, "");
    const size = Number.parseInt(tar.toString("latin1", at + 124, at + 136), 8) || 0;
    if (name === "package/package.json") return JSON.parse(tar.toString("utf8", at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error("the package has no description");
}

const packages = new Map();
for (const file of process.argv.slice(2)) {
  const archive = readFileSync(file);
  packages.set(described(archive).name, archive);
}

const server = createServer((request, response) => {
  const { port } = server.address();
  const path = decodeURIComponent(request.url ?? "/").slice(1);
  const name = path.replace(/\.tgz$/, "");
  const archive = packages.get(name);
  if (archive === undefined) return response.writeHead(404).end();
  if (path.endsWith(".tgz")) return response.writeHead(200).end(archive);
  const description = described(archive);
  const dist = {
    tarball: `http://127.0.0.1:${port}/${name}.tgz`,
    integrity: `sha512-${createHash("sha512").update(archive).digest("base64")}`,
  };
  const { version } = description;
  const answer = { name, "dist-tags": { latest: version }, versions: { [version]: { ...description, dist } } };
  return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
