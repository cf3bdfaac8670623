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

test("a status is a coloured sheet with a button that is a cell, and the text says all of it", () => {
  const { html, text, pictures } = layoutMail({
    ...page,
    blocks: [
      {
        kind: "status",
        copy: "yellow",
        heading: "Menunggu pembayaran",
        text: "Halo",
        facts: [{ label: "Perkiraan tiba", value: "9–11 Januari" }],
        button: { text: "Bayar Rp95.200", url: "https://shop.test/Order/x?pay" },
      },
      {
        kind: "items",
        items: [
          {
            name: "Mug",
            detail: "Hitam",
            quantity: "2 × Rp10.000",
            amount: "Rp20.000",
            picture: { url: "https://shop.test/mug.320.webp" },
          },
          { name: "Kaos", detail: "", quantity: "Jumlah 1", picture: { attached: "proof-1" } },
        ],
      },
      { kind: "lines", lines: [{ label: "Total", value: "Rp95.200" }], totals: 1, stamp: "LUNAS" },
    ],
  });
  expect(html).toContain('<td class="row yellow" bgcolor="#FFEFA0"');
  expect(html).toMatch(/<td class="button" bgcolor="#2B39A6"[^>]*mso-padding-alt/);
  expect(html).toContain('src="https://shop.test/mug.320.webp" alt="Mug, Hitam" width="72"');
  expect(html).not.toMatch(/display:\s*(flex|grid)/);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(pictures).toEqual(["proof-1"]);
  for (const said of [
    "Menunggu pembayaran",
    "Perkiraan tiba: 9–11 Januari",
    "Bayar Rp95.200:\nhttps://shop.test/Order/x?pay",
    "Mug, Hitam: 2 × Rp10.000 = Rp20.000",
    "Kaos: Jumlah 1",
    "Total: Rp95.200\nLUNAS",
  ])
    expect(text).toContain(said);
});
