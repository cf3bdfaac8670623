import path from "node:path";
import type { ServerBuild } from "react-router";
import { createServer } from "vite";
import type * as contexts from "#app/context.ts";
import { fail } from "#server/boot/lifecycle.ts";
import { main } from "#server/main.ts";

/**
 * `npm run dev`: the same program, with screens that Vite builds on request. Vite listens on a separate port
 * for the browser's modules and hot updates; our endpoints serve the pages.
 */
await main(async () => {
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  return {
    build: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
    // Vite's copy of the module: the screens must get the same context-key objects.
    contexts: (await vite.ssrLoadModule("/app/context.ts")) as typeof contexts,
    clientFolder: path.join(import.meta.dirname, "..", "..", "build", "client"),
    buildId: "dev",
    before: (listener) => (request, response) =>
      vite.middlewares(request, response, () => listener(request, response)),
  };
}).catch(fail);
