import type { RouteConfigEntry } from "@react-router/dev/routes";
import fc from "fast-check";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { pageKeyOf, sharedPages } from "./page-key.ts";

const entries = (await routes) as RouteConfigEntry[];
const pagesOf = (some: readonly RouteConfigEntry[]): string[] =>
  some.flatMap(({ path, file, id, children }) => [
    ...(path && file.endsWith(".tsx") && id?.startsWith("id:") ? [path] : []),
    ...pagesOf(children ?? []),
  ]);
const plainName = (path: string) => path.replace(/:\w+/g, ":x");

/** Pages of one visitor, or for one: they are rendered at each request. */
const apart =
  /^\/(admin|dashboard|Address|SetDetails|Checkout|Auth|ForgotPassword|ChangeForgotPassword|FirstAdmin|StaffInvitation|Success|Order|Pay|RestoreCart|Buy|Design|Unsubscribe|Subscribe|Unauthorised|dev)(\/|$)|^\/item\/:x\/|^\/TermsAndConditions\/:x$|^\/\*$/;

test("every page is either kept for everybody or rendered for each request", () => {
  const kept = sharedPages.map(({ path }) => plainName(path));
  const all = pagesOf(entries).map(plainName);
  expect(kept.filter((path) => !all.includes(path))).toEqual([]);
  expect(all.filter((path) => kept.includes(path) === apart.test(path))).toEqual([]);
});

test.each([
  ["/", "/"],
  ["/?utm_source=wa&fbclid=x", "/"],
  ["/en", "/en"],
  ["/EN/shop", "/en/Shop"],
  ["/shop?page=2&q=%20mug%20", "/Shop?q=mug&page=2"],
  ["/Shop?colour=red,blue&sort=popular&k=a.b", "/Shop?colour=red&colour=blue"],
  ["/ITEM/mug-ngopi", "/item/mug-ngopi"],
  [
    "/item/mug?variant=0b6e3a52-9c1d-4f0e-8a77-1c2d3e4f5a6b&colour=putih",
    "/item/mug?variant=0b6e3a52-9c1d-4f0e-8a77-1c2d3e4f5a6b",
  ],
  ["/item/mug?variant=none&colour=putih", "/item/mug?colour=putih"],
  ["/item/mug?size=l&colour=putih", "/item/mug?colour=putih&size=l"],
  ["/collections/kado?page=1&sort=newest", "/Collections/kado?sort=newest"],
  ["/_.data", "/_.data"],
  ["/en.data?_routes=root", "/en.data?_routes=root"],
  ["/Shop.data?_routes=id%3A%2FShop&q=mug", "/Shop.data?q=mug&_routes=id%3A%2FShop"],
])("%s asks for %s", (url, key) => {
  expect(pageKeyOf(url)).toBe(key);
  expect(pageKeyOf(key), "a key asks for itself").toBe(key);
});

test.each([
  ...["/en/", "/Shop/", "//Shop", "/Shop;a=1", "/item/%6dug", "/item/..%2fadmin", "/item/a/b"],
  ...["/item/mug?ukuran=besar", "/Shop?__proto__=1", "/Shop?constructor=1", "/?q=x", "/Faq?q=x"],
  ...["/item/", "/item/-", "/admin", "/Checkout", "/Order/abc", "/dashboard", "/api/quote", "/x"],
  ...["/Shop.data?_routes=../../x%00", "/.data", "/constructor", "/__proto__", "/Shop.data.data"],
  ...["http://other.test/Shop", `/Shop?q=${"x".repeat(2_000)}`, "/Unsubscribe?t=abc", "*", ""],
])("%s is rendered at each request", (url) => {
  expect(pageKeyOf(url)).toBeUndefined();
});

test("the key of any address is undefined or asks for itself", () => {
  const name = fc.constantFrom("q", "page", "colour", "utm_id", "_routes", "size", "sort", "k");
  const query = fc.array(fc.tuple(name, fc.string({ unit: "binary", maxLength: 12 })));
  const path = fc.constantFrom("/", "/shop", "/en/Shop", "/item/a-b", "/Shop.data", "/cart");
  const address = fc
    .tuple(path, query)
    .map(([start, pairs]) => `${start}?${new URLSearchParams(pairs)}`);
  fc.assert(
    fc.property(fc.oneof(address, fc.string({ unit: "binary" })), (url) => {
      const key = pageKeyOf(url);
      return key === undefined || pageKeyOf(key) === key;
    }),
    { numRuns: 2_000 },
  );
});
