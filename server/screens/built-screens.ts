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
  const english = await readFile(path.join(buildFolder, "server", "english-manifest.json"), "utf8");
  const id = (await import(pathToFileURL(entry).href)) as ServerBuild;
  const en: ServerBuild = { ...id, assets: JSON.parse(english) };
  const buildId = createHash("sha256")
    .update(await readFile(entry))
    .update(english)
    .digest("hex")
    .slice(0, 16);
  return { build: { id, en }, contexts, clientFolder: path.join(buildFolder, "client"), buildId };
}
