import { expect, test } from "vitest";
import { readTermsText, termsTextProblem, writeTermsText } from "./terms-text.ts";

test("parts begin with #, paragraphs are parted by empty lines, whatever the line ends", () => {
  expect(readTermsText("# Satu\r\nBaris satu\nbaris dua\r\n\r\n  Kedua  \n# Dua\n\nIsi")).toEqual([
    { heading: "Satu", paragraphs: ["Baris satu baris dua", "Kedua"] },
    { heading: "Dua", paragraphs: ["Isi"] },
  ]);
  expect(readTermsText("")).toEqual([]);
});

test("parsing a written text gives the same text", () => {
  const sections = [
    { heading: "Pihak", paragraphs: ["Penjual & pembeli.", "Nomor #1 bukan judul."] },
    { heading: "Harga", paragraphs: ["Dalam rupiah."] },
  ];
  expect(readTermsText(writeTermsText(sections))).toEqual(sections);
});

test("an unfinished text cannot be published, and says why", () => {
  const problem = (text: string) => termsTextProblem(readTermsText(text));
  expect(problem("")).toBe("text_empty");
  expect(problem("Tanpa judul\n\n# Ada\n\nIsi")).toBe("heading_missing");
  expect(problem("# \n\nIsi")).toBe("heading_missing");
  expect(problem("# Kosong\n\n# Ada\n\nIsi")).toBe("paragraph_missing");
  expect(problem("# Ada\n\nIsi")).toBeUndefined();
});

test("T36: a text of any form is parsed in linear time", () => {
  const spaces = " ".repeat(1_000_000);
  // A search that takes quadratic time needs minutes for each of these.
  for (const text of [`#${spaces}x\u2028y`, `a\n${spaces}b`, `#${spaces}\n#${spaces}x`]) {
    expect(readTermsText(text).length).toBeGreaterThan(0);
  }
});
