import { expect, test } from "vitest";
import { checkBody } from "#shop/content/document.ts";
import { bodyValues, controlOf, joinValues, readBody } from "./body-values.ts";

const none = { id: "", en: "" };
const home = {
  title: none,
  description: none,
  sections: [
    { key: "s1", kind: "hero", title: { id: "Halo", en: "Hello" }, text: none },
    { key: "s2", kind: "products", source: "newest", collection: "", title: none },
    { key: "s3", kind: "steps" },
  ],
};

test("the values of a home page become the same body again, and paths of problems become names of controls", () => {
  const values = bodyValues(home);
  expect(values.order).toBe("s1 s2 s3");
  expect(readBody({ kind: "home", key: "main" }, values)).toEqual(home);
  expect(controlOf("sections.1.title.id", values)).toBe("s2.title.id");
  expect(controlOf("title.id", values)).toBe("title.id");
});

test("the values of a menu become the same body again", () => {
  const menu = {
    entries: [
      { key: "s1", kind: "column", title: { id: "Bantuan", en: "Help" } },
      { key: "s2", kind: "link", label: none, link: "/Faq" },
      { key: "s3", kind: "category", category: "c" },
      { key: "s4", kind: "collection", collection: "k" },
    ],
  };
  const values = bodyValues(menu);
  expect(readBody({ kind: "menu", key: "footer" }, values)).toEqual(menu);
  expect(controlOf("entries.1.link", values)).toBe("s2.link");
});

test("a list of entries without end is cut and refused", () => {
  const menu = { kind: "menu", key: "footer" } as const;
  const body = readBody(menu, { order: "a ".repeat(400_000) });
  expect((body.entries as unknown[]).length).toBeLessThan(200);
  const checked = checkBody(menu, body);
  expect("issues" in checked && checked.issues.length).toBeLessThan(200);
});

test("a section that another person added remains when a changed text is saved", () => {
  const before = bodyValues(home);
  const theirs = bodyValues({
    ...home,
    sections: [...home.sections, { key: "s4", kind: "promises" }],
  });
  const mine = { ...before, "s1.title.id": "Selamat siang" };
  const { values, conflicts } = joinValues(before, theirs, mine);
  expect(conflicts).toEqual([]);
  const { sections } = readBody({ kind: "home", key: "main" }, values) as typeof home;
  expect(sections.map(({ kind }) => kind)).toEqual(["hero", "products", "steps", "promises"]);
  expect(sections[0]?.title?.id).toBe("Selamat siang");
});
