import { expect, test } from "vitest";
import { linksIn, richHtml, richText } from "./rich-text.ts";

const html = (text: string) =>
  richHtml(text, "", (url) => url).replaceAll(/ (class|style)="[^"]*"/g, "");
const plain = (text: string) => richText(text, (url) => `https://toko.test${url}`);

test("marks may stand inside each other, and none of them is left for the reader", () => {
  const link = '<a href="/Shop">';
  expect(html("**[Lihat](/Shop)** dan *[itu](/Shop)*")).toBe(
    `<p><strong>${link}Lihat</a></strong> dan <em>${link}itu</a></em></p>`,
  );
  expect(html("[**Lihat** semua](/Shop)")).toBe(`<p>${link}<strong>Lihat</strong> semua</a></p>`);
  expect(html("**a *b* c** ***d***")).toBe(
    "<p><strong>a <em>b</em> c</strong> <strong><em>d</em></strong></p>",
  );
  expect(plain("**[Lihat](/Shop)**, [*itu*](/Shop), **a *b* c**")).toBe(
    "Lihat (https://toko.test/Shop), itu (https://toko.test/Shop), a b c",
  );
});

test("what is no mark stays as it was typed", () => {
  for (const text of ["2 * 3 * 4 **", "a ** b", "[tanpa alamat]", "5 ** **"]) {
    expect([text, plain(text).replaceAll("*", "")]).toEqual([text, text.replaceAll("*", "")]);
  }
  expect(html("**a** <b>**")).toBe("<p><strong>a</strong> &lt;b&gt;**</p>");
  expect(html(`${"*a ".repeat(1_600)}**`)).toContain("<p>");
});

test("an address with a pair of parentheses is a link", () => {
  const text = "[kata](https://contoh.example/Mug_(gelas)) dan [toko](/Shop)";
  expect(linksIn(text)).toEqual(["https://contoh.example/Mug_(gelas)", "/Shop"]);
  expect(richText(text, (url) => url)).toBe(
    "kata (https://contoh.example/Mug_(gelas)) dan toko (/Shop)",
  );
  expect(richHtml(text, "", (url) => url)).toContain('href="https://contoh.example/Mug_(gelas)"');
});
