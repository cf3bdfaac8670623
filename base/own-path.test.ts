import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foreignPaths } from "#tests/support/foreign-paths.ts";
import { ownPath } from "./own-path.ts";

const origin = "https://shop.test";

describe("an address for a redirect or a link", () => {
  test("a page of this site keeps its query and fragment", () => {
    expect(ownPath("/Checkout?step=2#pay")).toBe("/Checkout?step=2#pay");
    expect(ownPath(`${origin}/Checkout?step=2#pay`, origin)).toBe("/Checkout?step=2#pay");
    expect(ownPath(origin, origin)).toBe("/");
  });

  test.each([
    ["/x/../Cart", "/Cart"],
    ["/a//b", "/a//b"],
    ["/%2f%2fhost", "/%2f%2fhost"],
    ["/Shop?q=//host", "/Shop?q=//host"],
    ["/\tShop", "/Shop"],
  ])("%j is returned in its parsed form %j", (given, parsed) => {
    expect(ownPath(given)).toBe(parsed);
  });

  test.each([
    null,
    undefined,
    "",
    "Checkout",
    "?next=/",
    `${origin}/`,
    `/${"a".repeat(3_000)}`,
    `/${"ꦲ".repeat(1_500)}`,
    ...foreignPaths,
  ])("%j is refused", (given) => {
    expect(ownPath(given)).toBeUndefined();
  });

  test.each([
    "https://shop.test.evil.test/",
    "https://user@shop.test/",
    "https://user:secret@shop.test/",
    "http://shop.test/",
    "https://shop.test:444/",
    ...foreignPaths
      .map((path) => origin + path)
      .filter((address) => address.startsWith(`${origin}/`)),
  ])("%j is refused with the origin of the shop given", (given) => {
    expect(ownPath(given, origin)).toBeUndefined();
  });

  test("no result leads to another origin", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "%2e",
      "%2E",
      "\t",
      "\n",
      "host",
      "en",
      "@",
      ":",
      "?",
      "#",
      "／",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const path = ownPath(`/${pieces.join("")}`);
        if (path === undefined) return;
        const read = new URL(path, origin);
        expect(read.origin).toBe(origin);
        expect(read.pathname + read.search + read.hash).toBe(path);
      }),
      { numRuns: 2_000 },
    );
  });
});
