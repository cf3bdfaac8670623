import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { CampaignBlock } from "#shop/mailing/campaigns/block.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { anybody, checkCampaign } from "./check-campaign.server.ts";
import { findBrokenLinks } from "./check-links.server.ts";

testDatabase({ demo: true });
const publicUrl = "https://toko.test";
const button = (url: string): CampaignBlock => ({ kind: "button", text: "Lihat", url });
const brokenOf = async (...urls: string[]) =>
  (await findBrokenLinks(asSeed(), { blocks: urls.map(button) }, publicUrl)).map(
    ({ url, state }) => [url, state],
  );

beforeAll(async () => {
  const sql = asSeed();
  const name = '{"id": "Kumpulan", "en": "Collection"}';
  await sql`
    insert into collections (id, slug, name, published, published_from, published_to) values
      (${randomUUID()}, 'terbuka', ${name}, true, null, null),
      (${randomUUID()}, 'besok', ${name}, true, now() + interval '1 day', null),
      (${randomUUID()}, 'lewat', ${name}, true, null, now() - interval '1 day'),
      (${randomUUID()}, 'konsep', ${name}, false, null, null)`;
});

test("a link to a page that the shop has is good, in both languages and however it is written", async () => {
  expect(
    await brokenOf(
      ...["/", "/en", "/Shop", "/en/shop/", "/Shop?q=mug&sort=newest", "/Shop?category=mug"],
      ...["/item/mug-ngopi-dulu", "/en/Item/Mug-Ngopi-Dulu?k=1#ulasan", "/Collections/terbuka"],
      ...["/item/kaos-nama-tim/Roster", "/Checkout", "/dashboard/orders", "/Unsubscribe"],
      ...[`${publicUrl}/item/mug-ngopi-dulu`, "/storage/v1/object/public/katalog/daftar.pdf"],
      ...["https://lain.test/item/tidak-ada", "https://wa.me/62811", ""],
    ),
  ).toEqual([]);
});

test("a link to a page that is gone or not open yet is told as it was typed", async () => {
  const gone = [
    ...["/Itm/mug", "/item/tidak-ada", "/en/Collections/tidak-ada", "/Collections/lewat"],
    ...["/Collections/konsep", "/Shop?category=tidak-ada", "/admin/Orders", "/Order/rahasia"],
    ...["/TermsAndConditions/tidak-ada", "/item/%00", `${publicUrl}/blog`],
  ];
  expect((await brokenOf(...gone)).toSorted()).toEqual(gone.map((url) => [url, "gone"]).toSorted());
  expect(await brokenOf("/Collections/besok")).toEqual([["/Collections/besok", "early"]]);
  const slug = "mug-ngopi-dulu";
  await asSeed()`update products set published_at = now() + interval '1 day' where slug = ${slug}`;
  expect(await brokenOf(`/item/${slug}`)).toEqual([[`/item/${slug}`, "early"]]);
  await asSeed()`update products set published_at = now(), slug = 'mug-baru' where slug = ${slug}`;
  // Its address of before leads there.
  expect(await brokenOf(`/item/${slug}`, "/item/mug-baru")).toEqual([]);
  await asSeed()`update products set status = 'archived' where slug = 'mug-baru'`;
  expect(await brokenOf(`/item/${slug}`)).toEqual([[`/item/${slug}`, "gone"]]);
});

test("a broken path stops the sending, wherever it stands; another program's address asks", async () => {
  const draft = {
    id: randomUUID(),
    topic: "news",
    automation: null,
    segment_id: null,
    holdout: 0 as const,
    voucher_promotion_id: null,
    window_from: 8,
    window_to: 20,
    tested: true,
    fallback_language: "id" as const,
  };
  const text = "[ini](/item/tidak-ada), [itu](https://toko.test/blog), [nanti](/Collections/besok)";
  const columns: CampaignBlock = {
    kind: "columns",
    left: [{ kind: "text", text }],
    right: [{ kind: "button", text: "Lihat", url: "/Itm" }],
  };
  const contents = { id: { subject: "a", preheader: "b", blocks: [columns] }, en: null };
  const facts = { publicUrl, hasMailServer: true, audience: anybody };
  const checks = await checkCampaign({ ...draft, contents }, facts, asSeed());
  expect(checks.filter(({ code }) => code.startsWith("link"))).toEqual([
    { code: "link_gone", level: "stop", language: "id", detail: "/Itm" },
    { code: "link_gone", level: "stop", language: "id", detail: "/item/tidak-ada" },
    { code: "link_gone", level: "ask", language: "id", detail: "https://toko.test/blog" },
    { code: "link_early", level: "ask", language: "id", detail: "/Collections/besok" },
  ]);
});
