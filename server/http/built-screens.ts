import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import * as contexts from "#app/context.ts";
import type { Screens } from "./screens.ts";

const buildFolder = path.join(import.meta.dirname, "..", "..", "build");

/** The screens that `npm start` built. */
export async function builtScreens(): Promise<Screens> {
  const entry = path.join(buildFolder, "server", "index.js");
  const build = (await import(pathToFileURL(entry).href)) as ServerBuild;
  const buildId = createHash("sha256")
    .update(await readFile(entry))
    .digest("hex")
    .slice(0, 16);
  return { build, contexts, clientFolder: path.join(buildFolder, "client"), buildId };
}
