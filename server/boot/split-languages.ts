import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * Part of the build, whose scripts import the messages of both languages. Takes the English messages out of them, and
 * writes a copy `name.en.js`, with English messages alone, of each script that leads to messages; and the manifest of the
 * English pages where the program reads it.
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

/** Leaves the messages of one language alone. */
function keepMessages(code: string, language: Language): string {
  const other = language === "id" ? "en" : "id";
  const strange = String.raw`messages-${other}-[\w-]+\.js`;
  const kept = code
    .replace(new RegExp(String.raw`import"\./${strange}";`, "g"), "")
    .replace(new RegExp(String.raw`"/assets/${strange}",\s*`, "g"), "")
    .replace(new RegExp(String.raw`,\s*"/assets/${strange}"`, "g"), "")
    // A list of preloads, whose entries are counted: the entry has been loaded.
    .replace(new RegExp(`"assets/${strange}"`, "g"), `"assets/${entry}"`);
  const [left] = new RegExp(`.{0,40}${strange}`).exec(kept) ?? [];
  if (left) throw new Error(`a script needs messages in ${other}: ${left}`);
  return kept;
}

/** The scripts that lead to messages of either language, over any number of imports. */
function leadingToMessages(): Set<string> {
  const importers = new Map<string, Set<string>>();
  for (const [name, code] of scripts)
    for (const [imported] of code.matchAll(scriptName))
      importers.set(imported, (importers.get(imported) ?? new Set()).add(name));
  const leading = new Set<string>();
  const found = names.filter(isMessages);
  for (const name of found)
    for (const importer of importers.get(name) ?? [])
      if (!leading.has(importer) && !isMessages(importer)) {
        leading.add(importer);
        found.push(importer);
      }
  return leading;
}

const translated = leadingToMessages();
const inEnglish = (code: string) =>
  keepMessages(code, "en").replace(scriptName, (name) =>
    translated.has(name) ? name.replace(/\.js$/, ".en.js") : name,
  );

for (const name of translated) {
  const code = scripts.get(name) ?? "";
  await writeFile(path.join(assets, name.replace(/\.js$/, ".en.js")), inEnglish(code));
  await writeFile(path.join(assets, name), keepMessages(code, "id"));
}
// `window.__reactRouterManifest={…};`. A browser that asks for more routes names the version of its manifest.
const script = inEnglish(scripts.get(manifest) ?? "").replace(/"version":"\w+/, "$&-en");
await writeFile(path.join(assets, manifest.replace(/\.js$/, ".en.js")), script);
const json = script.slice(script.indexOf("=") + 1).replace(/;\s*$/, "");
await writeFile(path.join(build, "server", "english-manifest.json"), json);
await writeFile(serverEntry, keepMessages(await readFile(serverEntry, "utf8"), "id"));
