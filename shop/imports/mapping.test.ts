import { expect, test } from "vitest";
import { mapRecord } from "./mapping.ts";

const textOf = (html: string) =>
  mapRecord([html], new Map([["Body", 0]]), { deskripsi: { header: "Body", isHtml: true } })
    .deskripsi;

test("a cell of HTML gives its text, with a line for each block", () => {
  expect(textOf('<p class="a">Kaus <b>hitam</b></p><p>Katun<br/>24s &lt;3</p>')).toBe(
    "Kaus hitam\nKatun\n24s <3",
  );
});

test("a cell with many open tags is read in linear time", () => {
  // A search that takes quadratic time blocks the process for minutes.
  const broken = "<br ".repeat(200_000);
  expect(textOf(broken)).toBe(broken.trim());
});
