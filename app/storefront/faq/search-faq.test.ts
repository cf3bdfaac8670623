import fc from "fast-check";
import { expect, test } from "vitest";
import { faqWords } from "#app/messages/shared/faq.ts";
import { fillIn, highlight, searchFaq, wordsOf } from "./search-faq.ts";

const settled: Record<string, readonly string[]> = {
  pajak: ["Yes."],
  akun: ["No."],
  "salah-cetak": ["We return your money."],
  "berubah-pikiran": ["Yes."],
};
const found = (query: string, language: "id" | "en" = "id") =>
  searchFaq(fillIn(faqWords(language).groups, settled), query).flatMap(({ entries }) =>
    entries.map(({ slug }) => slug),
  );

test("every word must occur in the question or the answer, ignoring case and accents", () => {
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

test("no question is without an answer", () => {
  for (const language of ["id", "en"] as const) {
    const entries = fillIn(faqWords(language).groups, settled).flatMap((group) => group.entries);
    expect(entries.filter(({ answer }) => answer.length === 0)).toEqual([]);
    const open = faqWords(language).groups.flatMap((group) => group.entries);
    const slugs = open.filter(({ answer }) => answer.length === 0).map(({ slug }) => slug);
    expect(slugs.sort()).toEqual(Object.keys(settled).sort());
  }
});

test("questions without an answer in this shop are left out", () => {
  const groups = fillIn(faqWords("id").groups, { ...settled, minimum: [] });
  const slugs = groups.flatMap(({ entries }) => entries.map(({ slug }) => slug));
  expect(slugs).toHaveLength(14);
  expect(slugs).not.toContain("minimum");
});

test("highlighting keeps the text and marks only the search words", () => {
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
