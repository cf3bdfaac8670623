import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { automationSlugs } from "#shop/mailing/automations/automation.ts";
import { readAutomationText } from "#shop/mailing/automations/automation-text.server.ts";
import {
  type CampaignBlock,
  type CampaignContent,
  campaignBlock,
} from "#shop/mailing/campaigns/block.ts";
import { composeOneMail } from "#shop/mailing/campaigns/compose-one-mail.server.ts";
import { readRenderFacts } from "#shop/mailing/campaigns/render/mail-facts.server.ts";
import { sampleOccasion } from "#shop/mailing/campaigns/render/occasion.ts";
import { armsOf, contentOfArm } from "#shop/mailing/campaigns/trial/arm.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import { lintMail } from "#tests/support/oracles/lint-mail.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { mailSamples } from "./mail-samples.ts";

testDatabase({ demo: true });
beforeAll(() => provideSecret(Buffer.alloc(32, "a")));
const publicUrl = "https://shop.test";
const recipientId = randomUUID();
/** Bytes of a mail of the program's own text. */
const maxTemplate = 30_000;

/** All of them, so that a failure shows each kind. */
const found = new Set<string>();
beforeEach(() => found.clear());
function lint(mail: Parameters<typeof lintMail>[0], language: string, name: string): void {
  for (const problem of lintMail(mail, language)) found.add(`${name} ${language}: ${problem}`);
}

test("every mail of the program passes the linter in both languages", async () => {
  const merchant = await findMerchant();
  for (const sample of mailSamples) {
    for (const language of ["id", "en"] as const) {
      const mail = sample.compose(language, { merchant, publicUrl });
      if (typeof mail === "string") continue;
      // The mail to the shop itself is always in Indonesian.
      const spoken = sample.name === "enquiry-new" ? "id" : language;
      lint(mail, spoken, sample.name);
      expect(Buffer.byteLength(mail.html), sample.name).toBeLessThan(maxTemplate);
    }
  }
  expect([...found]).toEqual([]);
});

test("each block of a campaign, and all of them together, pass the linter in both languages", async () => {
  const products = await asSeed()<{ id: string }[]>`
    select id from products p where status = 'published'
      and exists (select from product_images i where i.product_id = p.id) order by id limit 3`;
  const blocks: CampaignBlock[] = [
    { kind: "heading", text: "Halo {name|Sahabat}" },
    {
      kind: "text",
      text: "Barang **baru** & *segar*, [lihat](/Shop) atau [di luar](https://lain.test/a?b=1&c=2).\n\n- satu\n- dua",
    },
    { kind: "picture", url: "/storage/gambar.webp", alt: "Batik biru" },
    { kind: "button", text: "Lihat", url: "/Shop?category=batik&sort=new" },
    { kind: "products", ids: products.map(({ id }) => id) },
    { kind: "rule", order: "popular", category: null, count: 6 },
    {
      kind: "columns",
      left: [
        { kind: "picture", url: "/storage/kiri.webp", alt: "Kain kiri" },
        { kind: "heading", text: "Kiri {name|Sahabat}" },
        { kind: "text", text: "Kolom **kiri**, [lihat](/Shop).\n\n- satu" },
      ],
      right: [
        { kind: "picture", url: "/storage/kanan.webp", alt: "Kain kanan" },
        { kind: "button", text: "Lihat kanan", url: "https://lain.test/a?b=1&c=2" },
      ],
    },
    { kind: "columns", left: [], right: [{ kind: "text", text: "Kanan saja" }] },
    { kind: "heading", text: "Judul kedua" },
    { kind: "voucher", text: "Potongan untuk {name|Anda}" },
    { kind: "divider" },
  ];
  expect(products).toHaveLength(3);
  expect(new Set(blocks.map(({ kind }) => kind)).size).toBe(campaignBlock.options.length);
  const contents: CampaignContent[] = [blocks, ...blocks.map((block) => [block])].map((some) => ({
    subject: "Kabar untuk {name|Anda}",
    preheader: "Baru",
    blocks: some,
    second: { subject: "Yang lain", preheader: "" },
  }));
  for (const language of ["id", "en"] as const) {
    for (const content of contents) {
      const facts = {
        ...(await readRenderFacts("news", language, content, publicUrl)),
        counted: { campaign: 7, version: 9 },
      };
      for (const arm of armsOf(content)) {
        for (const name of ["Rina", null]) {
          const mail = composeOneMail(contentOfArm(content, arm), facts, {
            recipientId,
            topic: "news",
            name,
            code: "KODE-123",
          });
          lint(mail, language, content.blocks.map(({ kind }) => kind).join());
        }
      }
    }
  }
  expect([...found]).toEqual([]);
});

test("the text of each automation passes the linter with what its occasion brings", async () => {
  for (const slug of automationSlugs) {
    for (const language of ["id", "en"] as const) {
      const { content, facts } = await readAutomationText(asSeed(), slug, language);
      const mail = composeOneMail(
        content,
        {
          ...facts,
          publicUrl,
          counted: { campaign: 7, version: 9 },
          occasion: sampleOccasion(slug, language, publicUrl),
        },
        { recipientId, topic: "news", name: null, code: "KODE-123" },
      );
      lint(mail, language, slug);
      expect(Buffer.byteLength(mail.html), slug).toBeLessThan(maxTemplate);
    }
  }
  expect([...found]).toEqual([]);
});
