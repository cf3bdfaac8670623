import { expect, test } from "vitest";
import { checkBody } from "./document.ts";
import { maxColumnLinks, maxColumns, maxHeaderEntries } from "./menu.ts";

const link = (to = "/About") => ({ kind: "link", label: { id: "Tentang", en: "" }, link: to });
const column = { kind: "column", title: { id: "Bantuan", en: "" } };

function problemOf(key: "header" | "footer", entries: readonly object[]): string | undefined {
  const body = { entries: entries.map((entry, place) => ({ key: `s${place}`, ...entry })) };
  const checked = checkBody({ kind: "menu", key }, body);
  return "issues" in checked ? checked.issues[0]?.message : undefined;
}

test.each([
  ["no link", "header", [], "entries_missing"],
  ["a link without an address", "header", [link("")], "required"],
  ["a script as address", "header", [link("javascript:alert(1)")], "link_invalid"],
  ["another host as a path", "header", [link("//x.test")], "link_invalid"],
  ["another host after a language", "header", [link("/en//x.test")], "link_invalid"],
  ["an HTTP address", "header", [link("http://x.test")], "link_not_https"],
  ["no category", "header", [{ kind: "category", category: "" }], "required"],
  ["a column in the header", "header", [column], "invalid_input"],
  ["a 13th link", "header", Array(maxHeaderEntries + 1).fill(link()), "too_many_entries"],
  ["a link before the first column", "footer", [link(), column], "column_missing"],
  ["a fifth column", "footer", Array(maxColumns + 1).fill(column), "too_many_columns"],
  [
    "an eleventh link",
    "footer",
    [column, ...Array(maxColumnLinks + 1).fill(link())],
    "too_many_entries",
  ],
  [
    "two entries with one key",
    "header",
    [
      { ...link(), key: "s1" },
      { ...link(), key: "s1" },
    ],
    "invalid_input",
  ],
] as const)("a menu with %s is refused", (_, key, entries, problem) => {
  expect(problemOf(key, entries)).toBe(problem);
});

test("the largest menus are accepted", () => {
  expect(problemOf("header", Array(maxHeaderEntries).fill(link()))).toBeUndefined();
  const columns = Array(maxColumns)
    .fill([column, ...Array(maxColumnLinks).fill(link())])
    .flat();
  expect(problemOf("footer", columns)).toBeUndefined();
  expect(problemOf("footer", [])).toBeUndefined();
});
