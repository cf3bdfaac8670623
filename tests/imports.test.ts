import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Allowed imports by folder; a folder may always import itself. See ARCHITECTURE.md. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  base: [],
  db: ["base"],
  integrations: ["base", "db"],
  shop: ["base", "db", "integrations"],
  backend: ["base", "db", "integrations"],
  app: ["base", "shop"],
  server: ["base", "db", "integrations", "shop", "backend", "app"],
};
/** Modules of the shop in order: each may import itself and the modules before it. */
const modules = [
  "kernel",
  "staff",
  "consent",
  "settings",
  "content",
  "customers",
  "catalogue",
  "designs",
  "promotions",
  "orders",
  "production",
  "mailing",
  "imports",
  "office",
];
const audiences = ["storefront", "account", "admin"];

const root = path.join(import.meta.dirname, "..");

interface Import {
  readonly from: string;
  readonly to: string;
}

const imports: Import[] = Object.keys(allowed).flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => importsOf(`${folder}/${name}`)),
);

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), "utf8");
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith("#")) return [{ from: file, to: specifier.slice(1) }];
    if (!specifier.startsWith(".")) return [];
    return [{ from: file, to: path.posix.join(path.posix.dirname(file), specifier) }];
  });
}

const isTest = ({ from }: Import) => /\.test\.tsx?$/.test(from);
const folderOf = (file: string) => file.split("/")[0] ?? "";
const listed = (breaches: readonly Import[]) => breaches.map(({ from, to }) => `${from} → ${to}`);

test("folders import only what stands below them", () => {
  const breaches = imports.filter((item) => {
    const [from, to] = [folderOf(item.from), folderOf(item.to)];
    if (from === to || (isTest(item) && to === "tests")) return false;
    return !(allowed[from] ?? []).includes(to);
  });
  expect(listed(breaches.filter((item) => !isTest(item)))).toEqual([]);
});

test("only files of the server reach the database", () => {
  const breaches = imports.filter(
    (item) =>
      folderOf(item.to) === "db" &&
      folderOf(item.from) !== "db" &&
      folderOf(item.from) !== "server" &&
      !/\.server(\.test)?\.tsx?$/.test(item.from) &&
      !isTypeOnly(item),
  );
  expect(listed(breaches.filter((item) => !isTest(item)))).toEqual([]);
});

/** Type imports are not in the browser's code. */
function isTypeOnly({ from, to }: Import): boolean {
  const text = readFileSync(path.join(root, from), "utf8");
  return new RegExp(`import type [^;]*"#${to.replaceAll(".", "\\.")}"`).test(text);
}

test("the PostgreSQL client is opened by the driver alone", () => {
  const folders = [...Object.keys(allowed), "tests"];
  const breaches = folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => `${folder}/${name}`),
    )
    .filter(
      (file) =>
        !file.startsWith("db/driver") &&
        /^import [^;]*from "pg"/m.test(readFileSync(path.join(root, file), "utf8")),
    );
  expect(breaches).toEqual([]);
});

test("modules of the shop import only modules before them", () => {
  const moduleOf = (file: string) => /^shop\/([^/]+)/.exec(file)?.[1];
  const breaches = imports.filter((item) => {
    const [from, to] = [moduleOf(item.from), moduleOf(item.to)];
    if (!from || !to || isTest(item)) return false;
    return modules.indexOf(to) > modules.indexOf(from) || !modules.includes(from);
  });
  expect(listed(breaches)).toEqual([]);
});

test("the shop has no folder or file outside its modules", () => {
  expect(readdirSync(path.join(root, "shop")).sort()).toEqual([...modules].sort());
});

test("sub-folders of one folder do not import each other", () => {
  expect(cyclicPairs()).toEqual([]);
});

/** Pairs of sub-folders that import each other, with the imports of the direction that has fewer. Type imports count. */
function cyclicPairs(): string[] {
  const between = new Map<string, Import[]>();
  for (const item of imports.filter((one) => !isTest(one))) {
    const siblings = siblingsOf(item);
    if (!siblings) continue;
    const key = siblings.join(" ");
    between.set(key, [...(between.get(key) ?? []), item]);
  }
  return [...between].flatMap(([key, there]) => {
    const [parent = "", from = "", to = ""] = key.split(" ");
    const back = between.get([parent, to, from].join(" ")) ?? [];
    if (from > to || back.length === 0) return [];
    return listed(there.length < back.length ? there : back);
  });
}

/** @returns undefined when one of the files is in a folder above the other */
function siblingsOf({ from, to }: Import): [parent: string, from: string, to: string] | undefined {
  const [a, b] = [from.split("/"), to.split("/")];
  const depth = a.findIndex((name, index) => name !== b[index]);
  if (depth < 0 || depth >= a.length - 1 || depth >= b.length - 1) return undefined;
  return [a.slice(0, depth).join("/"), a[depth] ?? "", b[depth] ?? ""];
}

test("screens of one audience do not import those of another", () => {
  const audienceOf = (file: string) =>
    audiences.find((audience) => file.startsWith(`app/${audience}/`));
  const breaches = imports.filter((item) => {
    const [from, to] = [audienceOf(item.from), audienceOf(item.to)];
    return to !== undefined && from !== to && item.from !== "app/routes.ts" && !isTest(item);
  });
  expect(listed(breaches)).toEqual([]);
});

test("no files import each other in a circle", () => {
  const files = [
    "app",
    "backend",
    "base",
    "bench",
    "db",
    "integrations",
    "server",
    "shop",
    "tests",
  ].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const known = new Set(files);
  const imported = new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .map(({ to }) => to)
        .filter((to) => known.has(to)),
    ]),
  );
  expect(circles(imported)).toEqual([]);
});

/** Each circular import once, as the files of the circle. */
function circles(imported: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): void => {
    const at = way.indexOf(file);
    if (at >= 0) found.push([...way.slice(at), file].join(" → "));
    if (at >= 0 || done.has(file)) return;
    way.push(file);
    for (const to of imported.get(file) ?? []) visit(to);
    way.pop();
    done.add(file);
  };
  for (const file of imported.keys()) visit(file);
  return found;
}

test("what tests share does not import the tests of a feature", () => {
  const support = readdirSync(path.join(root, "tests/support"), {
    recursive: true,
    encoding: "utf8",
  }).filter((name) => /\.ts$/.test(name));
  const breaches = support
    .flatMap((name) => importsOf(`tests/support/${name}`))
    .filter(({ to }) => /\.test\.tsx?$/.test(to) || /^tests\/(?!support\/)/.test(to));
  expect(listed(breaches)).toEqual([]);
});
