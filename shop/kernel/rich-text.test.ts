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
  for (const text of [`${"*a ".repeat(6_600)}**`, "**".repeat(10_000), "[".repeat(20_000)]) {
    expect(readRichText(text).length).toBe(1);
  }
});
