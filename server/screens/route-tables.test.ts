import type { ServerBuild } from "react-router";
import { describe, expect, it } from "vitest";
import { publicBeginnings, publicScreens, publicTableOf } from "./route-tables.ts";

const table: [id: string, parent: string | undefined, path?: string][] = [
  ["root", undefined],
  ["id:default", "root"],
  ["id:home", "id:default", "/"],
  ["id:item", "id:default", "/item/:id"],
  ["id:terms", "id:default", "/Terms"],
  ["id:former", "id:default", "/Terms/:version"],
  ["id:missing", "id:default", "/*"],
  ["id:dashboard", "id:default"],
  ["id:orders", "id:dashboard", "/dashboard/orders"],
  ["en:default", "root"],
  ["en:home", "en:default", "/en"],
  ["en:item", "en:default", "/en/item/:id"],
  ["en:missing", "en:default", "/en/*"],
];
const routes = Object.fromEntries(
  table.map(([id, parentId, path]) => [id, { id, parentId, path, module: {} }]),
);
const build = { routes, assets: { routes } } as unknown as ServerBuild;
const ids = (screens: ServerBuild) => Object.keys(screens.routes);

describe("the table of a public page", () => {
  it("has the pages with the same first segment, the front page and the 404 page", () => {
    const terms = publicScreens(build, "id", "terms");
    const all = ["root", "id:default", "id:home", "id:terms", "id:former"];
    expect(ids(terms)).toEqual([...all, "id:missing"]);
    expect(Object.keys(terms.assets.routes)).toEqual(ids(terms));
    expect(ids(publicScreens(build, "en", "item"))).toEqual([
      "root",
      "en:default",
      "en:home",
      "en:item",
      "en:missing",
    ]);
  });

  it("has every public page of its language without a first segment", () => {
    expect(ids(publicScreens(build, "id"))).toEqual(
      table.map(([id]) => id).filter((id) => !/^en|dashboard|orders/.test(id)),
    );
    expect([...publicBeginnings(build, "id")]).toEqual(["", "item", "terms", "*"]);
  });

  it.each([
    ["/", "id", ""],
    ["/en", "en", ""],
    ["/en.data", "en", ""],
    ["/EN/Item/mug", "en", "item"],
    ["/item/mug.data", "id", "item"],
    ["/Terms.data", "id", "terms"],
    ["/english", "id", "english"],
  ])("is found by the address %s", (path, language, beginning) => {
    expect(publicTableOf(path)).toEqual({ language, beginning });
  });

  it.each(["/%69tem/mug", "//item/mug", "/en//item"])(
    "is not used for addresses that only the router can resolve: %s",
    (path) => {
      expect(publicTableOf(path)).toBeUndefined();
    },
  );
});
