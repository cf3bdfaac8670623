import fc from "fast-check";
import { expect, test } from "vitest";
import { faqWords } from "#app/messages/faq.ts";
import { highlight, searchFaq, wordsOf } from "./search-faq.ts";

const found = (query: string, language: "id" | "en" = "id") =>
  searchFaq(faqWords[language].groups, query).flatMap(({ entries }) =>
    entries.map(({ slug }) => slug),
  );

test("every word must occur, in the question or the answer, whatever its capitals and accents", () => {
  expect(found("ONGKIR kecamatan")).toEqual(["ongkir"]);
  expect(found("réturn möney", "en")).toEqual(["salah-cetak"]);
  expect(found("zzz")).toEqual([]);
  expect(found("  ?! ")).toHaveLength(15);
});

test("both languages answer the same questions, each at an address of its own", () => {
  const slugs = (language: "id" | "en") => found("", language);
  expect(slugs("en")).toEqual(slugs("id"));
  expect(new Set(slugs("id")).size).toBe(slugs("id").length);
});

test("a highlighted text is still the text, and only what was looked for is marked", () => {
  expect(highlight("Ongkir dan ongkirnya", wordsOf("ongkir"))).toEqual([
    { text: "Ongkir", isFound: true },
    { text: " dan ", isFound: false },
    { text: "ongkir", isFound: true },
    { text: "nya", isFound: false },
  ]);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, query) => {
      const pieces = highlight(text, wordsOf(query));
      expect(pieces.map((piece) => piece.text).join("")).toBe(text);
    }),
  );
});
