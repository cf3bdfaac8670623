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

test.each([
  [
    "a style and a script",
    "<style>.x{color:red}</style><p>Isi</p><script>alert(1)</script>",
    "Isi",
  ],
  ["a style that is not closed", "<p>Isi</p><style>.x{", "Isi"],
  ["a comment", "Isi<!-- <p>catatan</p> --> penuh", "Isi penuh"],
  [
    "a table",
    "<table><tr><td>Lebar</td><td>40 cm</td></tr><tr><th>Tinggi</th><td>5</td></tr></table>",
    "Lebar 40 cm\nTinggi 5",
  ],
  [
    "entities",
    "5&Prime; &eacute;lok &mdash; &#8243; &#x2764; &amp;lt; &apa;",
    "5″ élok — ″ ❤ &lt; &apa;",
  ],
  ["a comparison", "3 < 4 dan 5 > 4", "3 < 4 dan 5 > 4"],
  ["escaped line ends", "Satu\\nDua\\r\\nTiga", "Satu\nDua\nTiga"],
])("the text of %s is what a browser shows", (_, html, text) => {
  expect(textOf(html)).toBe(text);
});

test("a separator after a backslash is a part of its entry", () => {
  const mapping = { kategori: { header: "Categories", separator: "," } };
  expect(mapRecord(["Kado\\, Wisuda,Mug"], new Map([["Categories", 0]]), mapping).kategori).toBe(
    "Kado, Wisuda|Mug",
  );
});
