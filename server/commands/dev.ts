import path from "node:path";
import type { ServerBuild } from "react-router";
import { createServer } from "vite";
import type * as contexts from "#app/context.ts";
import { fail } from "#server/boot/lifecycle.ts";
import { main } from "#server/boot/main.ts";

/**
 * `npm run dev`: the same program, with screens that Vite builds as they are asked for. Vite listens on a port of
 * its own for the browser's modules and hot updates; pages come from our endpoints as always.
 */
await main(async () => {
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  return {
    build: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
    // Vite's copy of the module: the context keys must be the very objects that the screens use.
    contexts: (await vite.ssrLoadModule("/app/context.ts")) as typeof contexts,
    clientFolder: path.join(import.meta.dirname, "..", "..", "build", "client"),
    buildId: "dev",
    before: (listener) => (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
  };
}).catch(fail);
