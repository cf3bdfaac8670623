import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * Build step after the bundler, whose scripts import the messages of both languages. Removes the imports of English messages from
 * the scripts. For each script that depends on messages, directly or by imports, it writes a copy `name.en.js` with English
 * messages only. It also writes the manifest of the English pages.
 */
const build = path.join(import.meta.dirname, "..", "..", "build");
const assets = path.join(build, "client", "assets");
const serverEntry = path.join(build, "server", "index.js");
type Language = "id" | "en";

const names = (await readdir(assets)).filter((name) => name.endsWith(".js"));
const scripts = new Map<string, string>();
for (const name of names) scripts.set(name, await readFile(path.join(assets, name), "utf8"));

const scriptName = /[\w.-]+\.js\b/g;
const isMessages = (name: string) => /^messages-(?:id|en)-/.test(name);
const [manifest, ...others] = names.filter((name) => name.startsWith("manifest-"));
const entry = names.find((name) => name.startsWith("entry.client-"));
if (!manifest || others.length > 0 || !entry) throw new Error("the build has no single manifest");

/** Removes the imports and preloads of the other language's messages. */
function withMessagesOf(code: string, language: Language): string {
  const other = language === "id" ? "en" : "id";
  const otherMessages = String.raw`messages-${other}-[\w-]+\.js`;
  const kept = code
    .replace(new RegExp(String.raw`import"\./${otherMessages}";`, "g"), "")
    .replace(new RegExp(String.raw`"/assets/${otherMessages}",\s*`, "g"), "")
    .replace(new RegExp(String.raw`,\s*"/assets/${otherMessages}"`, "g"), "")
    // The code refers to preloads by index, so the list must not become shorter. The client entry is loaded already.
    .replace(new RegExp(`"assets/${otherMessages}"`, "g"), `"assets/${entry}"`);
  const foreign = new RegExp(otherMessages).exec(kept);
  if (foreign)
    throw new Error(
      `a script needs messages in ${other}: ${kept.slice(Math.max(0, foreign.index - 40), foreign.index)}${foreign[0]}`,
    );
  return kept;
}

/** Scripts that import messages, directly or transitively. */
function scriptsWithMessages(): Set<string> {
  const importers = new Map<string, Set<string>>();
  for (const [name, code] of scripts)
    for (const [imported] of code.matchAll(scriptName))
      importers.set(imported, (importers.get(imported) ?? new Set()).add(name));
  const dependent = new Set<string>();
  const found = names.filter(isMessages);
  for (const name of found)
    for (const importer of importers.get(name) ?? [])
      if (!dependent.has(importer) && !isMessages(importer)) {
        dependent.add(importer);
        found.push(importer);
      }
  return dependent;
}

const translated = scriptsWithMessages();
const inEnglish = (code: string) =>
  withMessagesOf(code, "en").replace(scriptName, (name) =>
    translated.has(name) ? name.replace(/\.js$/, ".en.js") : name,
  );

for (const name of translated) {
  const code = scripts.get(name) ?? "";
  await writeFile(path.join(assets, name.replace(/\.js$/, ".en.js")), inEnglish(code));
  await writeFile(path.join(assets, name), withMessagesOf(code, "id"));
}
// `window.__reactRouterManifest={…};`. Requests for more routes contain the manifest's version, so each language has its own.
const script = inEnglish(scripts.get(manifest) ?? "").replace(/"version":"\w+/, "$&-en");
await writeFile(path.join(assets, manifest.replace(/\.js$/, ".en.js")), script);
const json = script.slice(script.indexOf("=") + 1).replace(/;\s*$/, "");
await writeFile(path.join(build, "server", "english-manifest.json"), json);
await writeFile(serverEntry, withMessagesOf(await readFile(serverEntry, "utf8"), "id"));
