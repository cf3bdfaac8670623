import { expect, test } from "vitest";
import { readRichText } from "./rich-text.ts";

test("lines that begin with a hyphen are a list of their own", () => {
  expect(readRichText("Bahan:\n- Katun\n- Sablon\r\n\r\nSelesai")).toEqual([
    { isList: false, lines: [["Bahan:"]] },
    { isList: true, lines: [["Katun"], ["Sablon"]] },
    { isList: false, lines: [["Selesai"]] },
  ]);
});

test("an address that is no page of the web or of the shop stays text", () => {
  for (const url of ["javascript:alert(1)", "//lain.example", "data:text/html,x"]) {
    expect(readRichText(`[kata](${url})`)).toEqual([
      { isList: false, lines: [[`[kata](${url})`]] },
    ]);
  }
});

test("marks are read in descriptions of any length", () => {
  const texts = [`${"*a ".repeat(6_600)}**`, "**".repeat(10_000)];
  // A search that takes quadratic time needs minutes for these.
  for (const text of [...texts, "[".repeat(1_000_000), "[a".repeat(500_000)]) {
    expect(readRichText(text).length).toBe(1);
  }
  expect(readRichText("[satu [dua](/Shop)")).toEqual([
    { isList: false, lines: [["[satu ", { mark: "link", url: "/Shop", of: ["dua"] }]] },
  ]);
});
