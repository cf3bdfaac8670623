import { expect, test } from "vitest";
import type { CampaignContent } from "#shop/mailing/campaigns/block.ts";
import { checkContent } from "#shop/mailing/campaigns/check-content.ts";
import { withoutClickMarks } from "./mail-links.ts";
import type { RenderFacts } from "./render-facts.ts";
import { renderMail } from "./render-mail.ts";

const facts: RenderFacts = {
  language: "en",
  publicUrl: "https://shop.test",
  shop: { name: "Toko", legalName: "", street: "", city: "" },
  topic: "News",
  picked: [],
  products: new Map([
    ["p", { id: "p", slug: "mug", name: "Mug", price_from: 1, price_to: 1, picture: "/storage/p" }],
  ]),
};
const content: CampaignContent = {
  subject: "Kabar",
  preheader: "",
  blocks: [
    {
      kind: "text",
      text: "[in](https://shop.test/Shop?q=a&b='c'#top) and [out](https://lain.test/?k=1), [fake](https://shop.test.lain/x)",
    },
    { kind: "products", ids: ["p"] },
    { kind: "button", text: "Mug", url: "https://shop.test/en/item/mug" },
    { kind: "button", text: "Home", url: "/" },
  ],
};
const hrefs = (html: string) => [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href);

test("links to the shop carry the campaign, the version and their place, the same in HTML and text", () => {
  const { html, text, links } = renderMail(content, {
    ...facts,
    counted: { campaign: 12, version: 7 },
  });
  expect(links).toEqual(["/Shop?q=a&b='c'#top", "/en/item/mug", "/"]);
  expect(hrefs(html).slice(0, -2)).toEqual([
    "https://shop.test/Shop?q=a&amp;b=&#39;c&#39;&amp;k=12.7.1#top",
    "https://lain.test/?k=1",
    "https://shop.test.lain/x",
    ...Array.from({ length: 3 }, () => "https://shop.test/en/item/mug?k=12.7.2"),
    "https://shop.test/en/item/mug?k=12.7.2",
    "https://shop.test/?k=12.7.3",
  ]);
  expect(text.match(/https:\/\/shop\.test\/\S*k=[\d.]+/g)).toEqual([
    "https://shop.test/Shop?q=a&b='c'&k=12.7.1",
    "https://shop.test/en/item/mug?k=12.7.2",
    "https://shop.test/en/item/mug?k=12.7.2",
    "https://shop.test/?k=12.7.3",
  ]);
  // The preview of what was sent.
  const plain = renderMail(content, facts);
  expect([withoutClickMarks(html), withoutClickMarks(text)]).toEqual([plain.html, plain.text]);
  expect(plain.html).not.toMatch(/k=\d+\.\d/);
});

test("of a mail with very many links the first five hundred are counted", () => {
  const many = Array.from({ length: 60 }, (_, block) => ({
    kind: "text" as const,
    text: Array.from({ length: 10 }, (_, n) => `[a](https://shop.test/${block}/${n})`).join(" "),
  }));
  const { html, links } = renderMail(
    { ...content, blocks: many },
    { ...facts, counted: { campaign: 1, version: 2 } },
  );
  expect(links).toHaveLength(500);
  expect(hrefs(html).filter((href) => href?.includes("?k="))).toHaveLength(500);
});

test("a link in a text may be a page of the shop; what cannot be a link is told before it is sent", () => {
  const text = (words: string): CampaignContent => ({
    subject: "Kabar",
    preheader: "Baru",
    blocks: [{ kind: "text", text: words }],
  });
  const { html, text: plain } = renderMail(text("Lihat [semua](/Shop?q=a) kami"), facts);
  expect(hrefs(html)[0]).toBe("https://shop.test/Shop?q=a");
  expect(plain).toContain("semua (https://shop.test/Shop?q=a)");
  const refused = (words: string) => checkContent(text(words), "id").map(({ detail }) => detail);
  expect(refused("[a](/Shop) dan [b](https://lain.test/x)")).toEqual([]);
  for (const url of [
    "javascript:alert",
    "www.lain.test",
    "//lain.test",
    "http://lain.test",
    "/a b",
  ]) {
    expect(refused(`[a](${url})`), url).toEqual([url]);
    expect(renderMail(text(`[a](${url})`), facts).html, url).not.toContain('javascript:alert"');
  }
});
