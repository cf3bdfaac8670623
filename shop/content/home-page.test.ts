import { expect, test } from "vitest";
import { checkBody } from "./document.ts";

const none = { id: "", en: "" };
const hero = { key: "s1", kind: "hero", title: { id: "Halo", en: "" }, text: none };
const text = {
  key: "s2",
  kind: "text",
  title: none,
  text: { id: "Isi", en: "" },
  link: "",
  label: none,
};
const shelf = { key: "s3", kind: "products", source: "newest", collection: "", title: none };

function problemsOf(sections: readonly unknown[]): readonly string[] {
  const body = { title: none, description: none, sections };
  const checked = checkBody({ kind: "home", key: "main" }, body);
  return "issues" in checked ? checked.issues.map(({ message }) => message) : [];
}

test("a home page has one hero and other sections in any order", () => {
  expect(problemsOf([hero])).toEqual([]);
  expect(problemsOf([text, shelf, { key: "s4", kind: "steps" }, hero])).toEqual([]);
});

test.each([
  ["no hero", [text], "hero_count"],
  ["two heroes", [hero, { ...hero, key: "s9" }], "hero_count"],
  ["a hero without a title", [{ ...hero, title: none }], "required"],
  ["an empty text", [hero, { ...text, text: none }], "required"],
  ["a link without a button text", [hero, { ...text, link: "/Shop" }], "label_missing"],
  [
    "a link that runs a script",
    [hero, { ...text, link: "javascript:alert(1)", label: { id: "Buka", en: "" } }],
    "link_invalid",
  ],
  [
    "a shelf without its collection",
    [hero, { ...shelf, source: "collection" }],
    "collection_missing",
  ],
  ["an unknown source", [hero, { ...shelf, source: "stolen" }], "invalid_input"],
  ["an unknown kind", [hero, { key: "s5", kind: "script" }], "invalid_input"],
  ["two sections of the same key", [hero, { ...text, key: "s1" }], "invalid_input"],
  [
    "21 sections",
    [hero, ...Array.from({ length: 20 }, (_, n) => ({ key: `s${n + 10}`, kind: "steps" }))],
    "too_many_sections",
  ],
])("a home page with %s is refused", (_, sections, problem) => {
  expect(problemsOf(sections)).toEqual([problem]);
});
