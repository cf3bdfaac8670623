import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "./routes.ts";

const entries = (await routes) as RouteConfigEntry[];
/** Files that answer with something else than a page are no screens. */
const isScreen = ({ file }: RouteConfigEntry) => file.endsWith(".tsx");

/** The entries below these too: layouts for signed-in people lie within the default one. */
const withNested = (some: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  some.flatMap((entry) => [entry, ...withNested(entry.children ?? [])]);

test("every screen has one of five layouts, an unknown page the default one", () => {
  const layouts = new Map(
    withNested(entries).flatMap(({ id = "", children }) =>
      children ? [[id, children.filter(isScreen).map(({ path }) => path)] as const] : [],
    ),
  );
  expect([...layouts.keys()].map((id) => id.replace(/^(id|en):/, "")).toSorted()).toEqual(
    ["admin", "dashboard", "default", "landing", "office-files", "signed-in"].flatMap((name) => [
      name,
      name,
    ]),
  );
  expect(layouts.get("id:landing")).toEqual(["/"]);
  expect(layouts.get("en:landing")).toEqual(["/en"]);
  expect(layouts.get("id:office-files")).toEqual([]);
  expect(layouts.get("id:default")).toContain("/*");
  expect(layouts.get("en:default")).toContain("/en/*");
  const outside = entries.filter((entry) => !entry.children && isScreen(entry));
  expect(
    new Set(outside.map(({ file }) => file)),
    "for developers, and the drawing boards",
  ).toEqual(
    new Set([
      "dev/ui.tsx",
      "account/customisations/board-page.tsx",
      "admin/customisations/queue/board-page.tsx",
      "storefront/designer/designer-page.tsx",
      "account/customisations/board-page.tsx",
      "admin/customisations/queue/board-page.tsx",
      "admin/products/printing/template/template-page.tsx",
    ]),
  );
});

test("both languages have the same pages at the same addresses", () => {
  const all = withNested(entries).filter((entry) => !entry.children);
  const paths = (language: string) =>
    all
      .filter(({ id }) => id?.startsWith(`${language}:`))
      .map(({ path = "", file }) => `${path.replace(/^\/en(?=\/|$)/, "") || "/"} ${file}`)
      .toSorted();
  expect(paths("en")).toEqual(paths("id"));
  expect(paths("id").length).toBeGreaterThan(45);
});
