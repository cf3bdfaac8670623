import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * Part of the build: puts the scripts with English messages beside the Indonesian ones, and the English manifest where the
 * program reads it. Files without messages are the same in both builds and have the same name.
 */
const build = path.join(import.meta.dirname, "..", "..", "build");
const english = path.join(build, "en");
const assets = path.join(english, "client", "assets");

const manifests = (await readdir(assets)).filter((name) => /^manifest-[\w-]+\.js$/.test(name));
const [manifest] = manifests;
if (manifest === undefined || manifests.length > 1) {
  throw new Error(`the English build has ${manifests.length} manifests instead of one`);
}
// `window.__reactRouterManifest={…};`
const script = await readFile(path.join(assets, manifest), "utf8");
const json = script.slice(script.indexOf("=") + 1).replace(/;\s*$/, "");
await writeFile(path.join(build, "server", "english-manifest.json"), json);

await cp(assets, path.join(build, "client", "assets"), { recursive: true });
await rm(english, { recursive: true });
