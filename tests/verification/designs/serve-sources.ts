import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fontCatalogue } from "#shop/designs/fonts/catalogue.ts";
import type { GoldenDesign } from "#tests/support/builders/golden-designs.ts";

/*
 * The renderer's own sources for a browser: Node takes the types away, an import map replaces the bundler. The page
 * draws the golden designs and sends their hashes back, so it works in a browser that nothing drives.
 */

const root = path.join(import.meta.dirname, "..", "..", "..");
const imports = {
  "#base/": "/base/",
  "#shop/": "/shop/",
  valibot: "/node_modules/valibot/dist/index.mjs",
  "bidi-js": "/node_modules/bidi-js/dist/bidi.mjs",
  harfbuzzjs: "/node_modules/harfbuzzjs/dist/index.mjs",
};
const types: Readonly<Record<string, string>> = {
  ".ts": "text/javascript",
  ".mjs": "text/javascript",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
  ".ttf": "font/ttf",
};

const script = `
import { hashGoldens } from "/tests/verification/designs/draw-golden.ts";
import { openTypeface } from "#shop/designs/text/open-typeface.ts";
const harfbuzz = await import("harfbuzzjs");
const { designs, fonts } = await (await fetch("/designs.json")).json();
const opened = await Promise.all(fonts.map(async ({ id, sha256 }) => {
  const bytes = await (await fetch("/shop/designs/fonts/" + id + ".ttf")).arrayBuffer();
  return [sha256, await openTypeface(harfbuzz, new Uint8Array(bytes))];
}));
return_(await hashGoldens(designs, new Map(opened)));
`;
const page = `<!doctype html><meta charset="utf-8"><title>Designs</title>
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">
const send = (answer) => fetch("/answer", { method: "POST", body: JSON.stringify(answer) });
addEventListener("error", ({ message }) => send({ error: message }));
addEventListener("unhandledrejection", ({ reason }) => send({ error: String(reason?.stack ?? reason) }));
const return_ = (hashes) => send({ hashes });
${script.replace(/^import (.*) from (.*);$/gm, "const $1 = await import($2);")}
</script>`;

export interface SourceServer {
  readonly url: string;
  /** Hashes by design, as the page sent them. */
  readonly hashes: Promise<Record<string, string>>;
  readonly close: () => void;
}

export async function serveSources(designs: readonly GoldenDesign[]): Promise<SourceServer> {
  const answer = Promise.withResolvers<Record<string, string>>();
  answer.promise.catch(() => undefined);
  const fonts = fontCatalogue.map(({ id, sha256 }) => ({ id, sha256 }));
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const send = (type: string, body: string | Buffer) =>
      response.writeHead(200, { "content-type": type }).end(body);
    if (pathname === "/") return send("text/html", page);
    if (pathname === "/designs.json")
      return send("application/json", JSON.stringify({ designs, fonts }));
    if (pathname === "/answer") {
      const body = JSON.parse(await new Response(request as unknown as ReadableStream).text());
      if (body.hashes) answer.resolve(body.hashes);
      else answer.reject(new Error(body.error));
      return send("text/plain", "");
    }
    const file = path.join(root, path.normalize(pathname));
    const type = types[path.extname(file)];
    const bytes = type ? await readFile(file).catch(() => null) : null;
    if (!type || !bytes) return response.writeHead(404).end();
    send(type, file.endsWith(".ts") ? stripTypeScriptTypes(bytes.toString()) : bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    hashes: answer.promise,
    close: () => server.close(),
  };
}
