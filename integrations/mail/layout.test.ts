import { expect, test } from "vitest";
import { layoutMail } from "./layout.ts";

const page = {
  language: "id",
  shopName: "Nota & Co",
  number: "No. 001248",
  preview: "x",
  footer: "Jl. Merdeka 1",
} as const;

test("every text is escaped", () => {
  const { html } = layoutMail({
    ...page,
    blocks: [
      { kind: "heading", text: "<script>alert(1)</script>" },
      { kind: "lines", lines: [{ label: '"<b>', value: "<i>" }] },
      { kind: "button", text: "<u>", url: 'https://shop.test/?a="&b=<' },
    ],
  });
  expect(html).not.toMatch(/<script|<b>|<i>|<u>/);
  expect(html).toContain('href="https://shop.test/?a=&quot;&amp;b=&lt;"');
  expect(html).toContain("Nota &amp; Co");
});

test("the text version says the same", () => {
  const { text } = layoutMail({
    ...page,
    blocks: [
      { kind: "code", text: "123456" },
      { kind: "lines", lines: [{ label: "Total", value: "Rp10.000" }], totals: 1 },
      { kind: "button", text: "Buka", url: "https://shop.test/a" },
    ],
  });
  expect(text).toContain("123456");
  expect(text).toContain("Total: Rp10.000");
  expect(text).toContain("Buka:\nhttps://shop.test/a");
});

test("a button leads to a web address only", () => {
  const blocks = [{ kind: "button", text: "x", url: "javascript:alert(1)" }] as const;
  expect(() => layoutMail({ ...page, blocks })).toThrow(TypeError);
});
