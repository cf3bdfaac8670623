import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Language } from "#base/language.ts";
import { categories, products } from "#db/seed/catalogue/catalogue.ts";

/* Size budgets of a page. Sizes do not depend on the machine, so they can be tested; bench measures times. */

const root = path.join(import.meta.dirname, "..");
const assets = path.join(root, "build", "client", "assets");
const kB = 1000;

interface ManifestEntry {
  readonly module: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly parentId?: string;
}
interface Manifest {
  readonly url: string;
  readonly version: string;
  readonly entry: ManifestEntry;
  readonly routes: Readonly<Record<string, ManifestEntry>>;
}

/** The manifest of the Indonesian pages, from the folder of the scripts. */
function indonesianManifest(): Manifest {
  const [file = "", ...others] = readdirSync(assets).filter((name) =>
    /^manifest-[\w-]+\.js$/.test(name),
  );
  expect(others).toEqual([]);
  const text = readFileSync(path.join(assets, file), "utf8");
  return JSON.parse(text.slice(text.indexOf("=") + 1).replace(/;\s*$/, "")) as Manifest;
}

const english = JSON.parse(
  readFileSync(path.join(root, "build", "server", "english-manifest.json"), "utf8"),
) as Manifest;
const manifests = { id: indonesianManifest(), en: english };
const manifestOf = (routeId: string) => manifests[routeId.startsWith("en:") ? "en" : "id"];

/** Every script that a page preloads: the entry's, those of its route and of all layouts around it. */
function scriptsOf(routeId: string): string[] {
  const manifest = manifestOf(routeId);
  const files = new Set<string>();
  const add = (entry: ManifestEntry) => {
    for (const file of [entry.module, ...(entry.imports ?? [])]) files.add(path.basename(file));
  };
  add(manifest.entry);
  for (let id: string | undefined = routeId; id; id = manifest.routes[id]?.parentId) {
    const entry = manifest.routes[id];
    if (!entry) throw new Error(`no route ${id}`);
    add(entry);
  }
  return [...files];
}

const read = (file: string) => readFileSync(path.join(assets, file));
/** @returns bytes with Brotli at this level; the files of the present build may have another */
const compressed = (file: string, level: number) =>
  brotliCompressSync(read(file), { params: { [constants.BROTLI_PARAM_QUALITY]: level } }).length;
const zipped = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
const filesOf = (pattern: RegExp) => readdirSync(assets).filter((file) => pattern.test(file));

test.each(["id:/", "id:/Shop", "id:/item/:id", "en:/Shop", "id:/Cart", "id:/Faq", "id:/Contact"])(
  "the scripts of %s are at most 150 kB",
  (route) => {
    const scripts = scriptsOf(route);
    const size = zipped(scripts);
    console.log(`${route}: ${scripts.length} scripts, ${(size / kB).toFixed(1)} kB gzipped`);
    expect(size).toBeLessThanOrEqual(150 * kB);
    // Only pages for signed-in people load the backend's client.
    const isClient = (file: string) => /GoTrueClient/.test(String(read(file)));
    const withClient = scripts.filter(isClient);
    expect(filesOf(/\.js$/).filter(isClient)).not.toEqual([]);
    expect(withClient).toEqual([]);
  },
);

test("the scripts of the sign-in are at most 165 kB", () => {
  const size = zipped(scriptsOf("id:/Auth"));
  console.log(`sign-in: ${(size / kB).toFixed(1)} kB gzipped`);
  expect(size).toBeLessThanOrEqual(165 * kB);
});

test("the frame of the back office is at most 60 kB beyond the frame that all pages share", () => {
  const shared = new Set(scriptsOf("id:/"));
  const { routes } = manifests.id;
  const frame = routes["id:admin"];
  const own = [frame?.module, ...(frame?.imports ?? [])]
    .map((file) => path.basename(file ?? ""))
    .filter((file) => !shared.has(file));
  const size = zipped([...new Set(own)]);
  console.log(`back office: ${own.length} scripts, ${(size / kB).toFixed(1)} kB gzipped`);
  expect(own.length).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(60 * kB);
  // The palette is loaded on first use.
  const [palette = ""] = filesOf(/^palette-.*\.js$/).filter((file) =>
    /role:.combobox/.test(String(read(file))),
  );
  console.log(`palette: ${(zipped([palette]) / kB).toFixed(1)} kB gzipped`);
  expect(own).not.toContain(palette);
  expect(zipped([palette])).toBeLessThanOrEqual(4 * kB);
});

test("the editor of campaigns is at most 90 kB beyond the frame of the back office, and on no public page", () => {
  const { routes } = manifests.id;
  const route = "id:/admin/MailList/Campaigns/:id";
  const frame = new Set([
    ...scriptsOf("id:/"),
    ...[routes["id:admin"]?.module, ...(routes["id:admin"]?.imports ?? [])].map((file) =>
      path.basename(file ?? ""),
    ),
  ]);
  const own = scriptsOf(route).filter((file) => !frame.has(file));
  const size = zipped(own);
  console.log(`editor of campaigns: ${own.length} scripts, ${(size / kB).toFixed(1)} kB gzipped`);
  expect(own.length).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(90 * kB);
  const editor = path.basename(routes[route]?.module ?? "");
  const isPublic = (id: string) => /:default$/.test(routes[id]?.parentId ?? "");
  const pages = Object.keys(routes).filter(isPublic);
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((id) => scriptsOf(id).includes(editor))).toEqual([]);
});

/** Those scripts with all that they import, at once or later, but for those that are excepted and what these import. */
function reachedFrom(files: readonly string[], except: (file: string) => boolean): string[] {
  const reached = new Set(files);
  for (const file of reached)
    for (const [, next = ""] of String(read(file)).matchAll(
      /(?:from|import)\(?["'`]\.\/([\w.-]+\.js)["'`]/g,
    ))
      if (!except(next)) reached.add(next);
  return [...reached];
}

test("the drawing board is at most 290 kB in all, without its shaper", () => {
  const first = scriptsOf("id:/item/:id/Design");
  const [shaper = ""] = filesOf(/^harfbuzz.*\.wasm$/);
  const [font = ""] = filesOf(/^plus-jakarta-sans-500.*\.ttf$/);
  console.log(
    `drawing board: ${first.length} scripts, ${(zipped(first) / kB).toFixed(1)} kB gzipped`,
  );
  // The shaper and mock-ups have their own limits. The script for right-to-left text loads with fonts that need it.
  const later = /^(?:harfbuzz|live-mockup|mockup-worker|bidi)/;
  const own = new Set(scriptsOf("id:/"));
  const all = [...own, ...reachedFrom(first, (file) => own.has(file) || later.test(file))];
  const size = zipped([...new Set(all)]);
  console.log(`drawing board with its tools: ${all.length} scripts, ${(size / kB).toFixed(1)} kB`);
  expect(size).toBeLessThanOrEqual(290 * kB);
  expect(filesOf(/^bidi-.*\.js$/).length).toBeGreaterThan(0);
  expect(first.filter((file) => /harfbuzz/i.test(file))).toEqual([]);
  // The levels that `npm run build` uses.
  expect(compressed(shaper, 11)).toBeLessThanOrEqual(150 * kB);
  expect(compressed(font, 10)).toBeLessThanOrEqual(45 * kB);
});

test("a mock-up in a browser is at most 8 kB of scripts and 400 kB of photograph", () => {
  const scripts = filesOf(/^(live-mockup|mockup-worker)-.*\.js$/);
  // Of each language one, and the worker.
  expect(scripts.length).toBe(3);
  const size = zipped(scripts);
  const folder = path.join(root, "db", "seed", "kits");
  const kits = readdirSync(folder).filter((file) => file.endsWith(".640.kit"));
  const largest = Math.max(...kits.map((file) => statSync(path.join(folder, file)).size));
  console.log(`mock-up: ${(size / kB).toFixed(1)} kB gzipped, ${(largest / kB).toFixed(0)} kB`);
  expect(size).toBeLessThanOrEqual(8 * kB);
  expect(largest).toBeLessThanOrEqual(400 * kB);
});

test("the manifest of each language has its own version", () => {
  expect(manifests.en.version).not.toBe(manifests.id.version);
});

test("every route has a separate script that no other route loads", () => {
  const { entry, routes } = manifests.id;
  const modules = new Set(Object.values(routes).map(({ module }) => module));
  const shared = new Set(entry.imports);
  expect(modules.size).toBeGreaterThan(50);
  expect([...modules].filter((module) => shared.has(module))).toEqual([]);
  const carried = Object.entries(routes).flatMap(([id, { imports = [] }]) =>
    imports.filter((script) => modules.has(script)).map((script) => `${id}: ${script}`),
  );
  expect(carried).toEqual([]);
});

/** The texts of a message file, without those that functions compose. */
function textsOf(messages: unknown): string[] {
  if (typeof messages === "string") return [messages];
  if (typeof messages !== "object" || messages === null) return [];
  return Object.values(messages).flatMap(textsOf);
}

test("the browser gets the messages of the language that is read, and no others", () => {
  const files = {
    id: import.meta.glob("../app/**/messages/**/*.id.ts", { eager: true }),
    en: import.meta.glob("../app/**/messages/**/*.en.ts", { eager: true }),
  };
  expect(Object.keys(files.id)).toHaveLength(Object.keys(files.en).length);
  const catalogue = import.meta.glob("../app/**/messages/**/*.ts", {
    eager: true,
    query: "?raw",
    import: "default",
  });
  const inOneFile = Object.entries(catalogue).filter(
    ([, text]) =>
      /= defineMessages\(/.test(String(text)) && !/from "\.\/[\w-]+\.en\.ts"/.test(String(text)),
  );
  expect(inOneFile.map(([file]) => file)).toEqual([]);
  const isSentence = (text: string) => /^[\w ,.]{30,}$/.test(text);
  const sentences = (language: Language) => new Set(textsOf(files[language]).filter(isSentence));
  const texts = { id: sentences("id"), en: sentences("en") };
  const scripts = (language: Language) => {
    const { entry, routes } = manifests[language];
    const every = [entry, ...Object.values(routes)].flatMap((of) => [
      of.module,
      ...(of.imports ?? []),
    ]);
    return [...new Set(every)].map((file) => String(read(path.basename(file)))).join("\n");
  };
  for (const [language, other] of [
    ["id", "en"],
    ["en", "id"],
  ] as const) {
    const sent = scripts(language);
    expect([...texts[language]].filter((text) => sent.includes(text)).length).toBeGreaterThan(150);
    expect([...texts[other]].filter((text) => sent.includes(text))).toEqual([]);
  }
});

test.each([
  ["a public page", /^app-.*\.css$/, 20],
  ["the back office's own sheet", /^admin-.*\.css$/, 24],
])("the styles of %s are within the budget", (_, name, budget) => {
  const files = filesOf(name);
  expect(files).toHaveLength(1);
  const size = zipped(files);
  console.log(`styles: ${(size / kB).toFixed(1)} kB gzipped`);
  expect(size).toBeLessThanOrEqual(budget * kB);
});

test("the fonts that every page preloads are at most 40 kB", () => {
  const fonts = filesOf(/^(bricolage-grotesque|plus-jakarta-sans)-[\w-]*\.woff2$/).filter((file) =>
    filesOf(/^(?:root|frame)-.*\.js$/).some((script) => String(read(script)).includes(file)),
  );
  const size = fonts.reduce((sum, file) => sum + read(file).length, 0);
  console.log(`fonts: ${fonts.length} files, ${(size / kB).toFixed(1)} kB`);
  expect(fonts).toHaveLength(2);
  expect(size).toBeLessThanOrEqual(40 * kB);
});

test("the demo catalogue uses only characters of the small font", () => {
  const styles = readFileSync(path.join(root, "app", "styles", "fonts.css"), "utf8");
  const face = styles.split("@font-face").find((part) => part.includes("jakarta-sans-text.woff2"));
  const ranges = [...(face ?? "").matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(
    ([, first = "", last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)],
  );
  const isSmall = (letter: string) =>
    ranges.some(([first = 0, last = 0]) => {
      const code = letter.codePointAt(0) ?? 0;
      return first <= code && code <= last;
    });
  const letters = new Set(JSON.stringify([categories, products]));
  expect(letters).toContain("°");
  expect([...letters].filter((letter) => !isSmall(letter))).toEqual([]);
});

test("the pictures of the repository are at most 12 MB", () => {
  const left = new Set(["node_modules", "build", "data", "coverage"]);
  const sizeBelow = (folder: string): number =>
    readdirSync(folder, { withFileTypes: true }).reduce((sum, item) => {
      const file = path.join(folder, item.name);
      if (item.isDirectory()) {
        return item.name.startsWith(".") || left.has(item.name) ? sum : sum + sizeBelow(file);
      }
      return /\.(avif|webp|png|jpe?g|gif)$/.test(item.name) ? sum + statSync(file).size : sum;
    }, 0);
  const size = sizeBelow(root);
  console.log(`pictures: ${(size / kB / kB).toFixed(2)} MB`);
  expect(size).toBeLessThanOrEqual(12 * kB * kB);
});

/** Only the build needs these packages. They are `dependencies` because a first start builds the screens. */
const builders = [
  "@dnd-kit/core",
  "@dnd-kit/sortable",
  "@fontsource-variable/bricolage-grotesque",
  "@fontsource-variable/martian-mono",
  "@fontsource-variable/plus-jakarta-sans",
  "@react-router/dev",
  "@tailwindcss/vite",
  "tailwindcss",
  "tus-js-client",
  "vite",
  "zustand",
];

test("the program has at most 38 direct runtime dependencies", () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const names = Object.keys(dependencies);
  expect(builders.filter((name) => !names.includes(name))).toEqual([]);
  const count = names.length - builders.length;
  console.log(`direct runtime dependencies: ${count}`);
  expect(count).toBeLessThanOrEqual(38);
});
