import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "./endpoints.ts";

const root = path.join(import.meta.dirname, "..", "..", "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const files = (pattern: string) =>
  globSync(pattern, { cwd: root }).filter((file) => !file.includes(".test."));

/** The file that answers a screen's form: the route itself, or what it hands the form to. */
function formsOf(): string[] {
  const routes = files("app/**/*.{ts,tsx}").filter((file) =>
    /export (async )?function action\(/.test(read(file)),
  );
  return routes.map((route) => {
    const handler = read(route).match(
      /from "(\.\/[\w-]+-action\.server\.ts|#app\/[\w/-]+-action\.server\.ts)"/,
    );
    if (!handler?.[1]) return route;
    const [, name] = handler;
    return name.startsWith("#") ? name.slice(1) : path.join(path.dirname(route), name);
  });
}

function intentsOf(source: string): string[] {
  const patterns = [
    /case "([a-z-]+)":/g,
    /intent: v\.literal\("([a-z-]+)"\)/g,
    /intent [!=]== "([a-z-]+)"/g,
  ];
  const found = source.includes("intent")
    ? patterns.flatMap((pattern) => [...source.matchAll(pattern)].map(([, intent]) => intent ?? ""))
    : [];
  return [...new Set(found)];
}

test("R9: every form that changes something is listed, with the reason why it may be sent twice", () => {
  const forms = [...new Set(formsOf())].sort();
  expect(forms).toEqual(
    Object.keys(endpoints)
      .filter((file) => file.startsWith("app/"))
      .sort(),
  );
});

test.each(Object.keys(endpoints).filter((file) => file.startsWith("app/")))(
  "R9: every intent of %s is known",
  (file) => {
    const known = Object.keys(endpoints[file] ?? {});
    const found = intentsOf(read(file));
    // `save` is the default intent of a form.
    const isWhole = found.length === 0 || known.includes("save");
    expect(found.filter((intent) => !known.includes(intent))).toEqual([]);
    expect(isWhole || known.every((intent) => found.includes(intent))).toBe(true);
  },
);

test("R9: every function that changes something, and every endpoint of the server, is known", () => {
  const functions = [...read("server/http/functions.ts").matchAll(/"([a-z-]+)": defineFunction/g)];
  expect(functions.map(([, name]) => name)).toEqual(
    Object.keys(endpoints["server/http/functions.ts"] ?? {}),
  );
  const posts = files("server/**/*.ts").filter((file) =>
    /endpoint\.(post|put|patch|delete)\(/.test(read(file)),
  );
  expect(posts.sort()).toEqual(
    Object.keys(endpoints)
      .filter((file) => file.startsWith("server/endpoints/"))
      .sort(),
  );
  for (const file of posts) {
    const addresses = [...read(file).matchAll(/endpoint\.(?:post|put|patch|delete)\(\s*([^,]+),/g)];
    const names = addresses.map(([, address = ""]) =>
      address.replaceAll(/[`"]/g, "").replace(/^(\$\{paymentPath\}|paymentPath)/, ""),
    );
    expect(names).toEqual(Object.keys(endpoints[file] ?? {}));
  }
});
