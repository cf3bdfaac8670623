import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { directDatabaseUrl } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { listProducts } from "#shop/catalogue/list-products.server.ts";
import { readShopFilter } from "#shop/catalogue/shop-filter.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { CampaignBlock, CampaignContent, ProductRule } from "#shop/mailing/campaigns/block.ts";
import { findCampaign } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { freezePage, renderVersions } from "#shop/mailing/campaigns/send/freeze.server.ts";
import { sendCampaigns } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import { stepCampaign } from "#shop/mailing/campaigns/start-sending.server.ts";
import { anybody, checkCampaign } from "#shop/mailing/campaigns/write/check-campaign.server.ts";
import { readPreview } from "#shop/mailing/campaigns/write/preview.server.ts";
import { saveCampaign } from "#shop/mailing/campaigns/write/save-campaign.server.ts";
import { removePace, startCampaign, subscribeMany } from "#tests/support/builders/campaigns.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { readMessage } from "#tests/support/oracles/read-message.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { pickProducts } from "./pick-products.server.ts";

testDatabase({ demo: true });
const facts = { from: "Toko <kabar@shop.test>", publicUrl: "https://shop.test" };
let admin: Person;
let sink: SmtpSink | undefined;
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "a"));
  admin = await provenAdmin();
  await removePace();
  await subscribeMany(4);
});
afterEach(() => sink?.close());

const rule = (values: Partial<ProductRule> = {}): ProductRule => ({
  kind: "rule",
  order: "newest",
  category: null,
  count: 3,
  ...values,
});
const contentOf = (...blocks: CampaignBlock[]): CampaignContent => ({
  subject: "Baru",
  preheader: "Minggu ini",
  blocks,
});
const pick = (...blocks: CampaignBlock[]) => pickProducts(asSeed(), contentOf(...blocks));

async function categoryOf(slug: string): Promise<string> {
  const [row] = await asSeed()<{ id: string }[]>`select id from categories where slug = ${slug}`;
  if (!row) throw new Error(`no category ${slug}`);
  return row.id;
}

test.each([
  ["newest", "newest", null],
  ["popular", "popular", null],
  ["newest", "newest", "mug"],
  ["popular", "popular", "mug"],
] as const)(
  "the rule %s takes the first products in stock of the storefront's list %s of %s",
  async (order, sort, slug) => {
    const query = `sort=${sort}&in_stock=1${slug ? `&category=${slug}` : ""}`;
    const { products } = await listProducts(readShopFilter(new URLSearchParams(query)), "id");
    expect(products.length).toBeGreaterThan(3);
    const [ids] = await pick(rule({ order, count: 6, category: slug && (await categoryOf(slug)) }));
    const first = await asSeed()<{ id: string }[]>`
    select id from products where slug = any(${products.slice(0, 6).map((card) => card.slug)})`;
    expect(new Set(ids)).toEqual(new Set(first.map(({ id }) => id)));
  },
);

test("no product is in a mail twice, and none that is sold out, hidden or not yet published", async () => {
  const [[first = "", second = "", third = ""] = []] = await pick(rule({ count: 6 }));
  expect(await pick({ kind: "products", ids: [first] }, rule({ count: 2 }), rule())).toMatchObject([
    [second, third],
    expect.not.arrayContaining([first, second, third]),
  ]);
  await asSeed()`update products set status = 'archived' where id = ${first}`;
  await asSeed()`update products set published_at = now() + interval '1 day' where id = ${second}`;
  await asSeed()`
    update stock_items set safety = on_hand + backorder_limit where variant_id in (
      select id from product_variants where product_id = ${third})`;
  const [now] = await pick(rule({ count: 6 }));
  expect(now).toHaveLength(6);
  expect(now).not.toEqual(expect.arrayContaining([first]));
  expect(now).not.toEqual(expect.arrayContaining([second]));
  expect(now).not.toEqual(expect.arrayContaining([third]));
});

test("a rule reads the first entries of an index, whatever the catalogue holds", async () => {
  for (const order of ["newest", "is_out, sales_rank, newness"]) {
    const columns = order === "newest" ? "newness, product_id" : `${order}, product_id`;
    const plan = await asSeed().begin(async (sql) => {
      await sql.unsafe("set local enable_sort = off");
      await sql.unsafe("set local enable_seqscan = off");
      await sql.unsafe("set local enable_bitmapscan = off");
      return sql.unsafe(`explain select * from private.catalogue_places
        where category_id = private.whole_shop() and newness >= private.newness(now()) order by ${columns} limit 2000`);
    });
    expect(JSON.stringify(plan)).toMatch(/catalogue_places_(newest|popular)/);
    expect(JSON.stringify(plan)).not.toContain("Sort");
  }
});

test("a rule without products stops the sending, one with too few asks to look", async () => {
  const campaign = {
    number: 0,
    automation: null,
    topic: "news",
    holdout: 0 as const,
    tested: true,
    voucher_promotion_id: null,
    segment_id: null,
    segment_filter: null,
    id: randomUUID(),
    fallback_language: "id" as const,
    window_from: 0,
    window_to: 0,
  };
  const checksOf = async (block: ProductRule) => {
    const contents = { id: contentOf(block), en: null };
    const checks = await checkCampaign(
      { ...campaign, contents },
      { publicUrl: facts.publicUrl, hasMailServer: true, audience: anybody },
    );
    return checks.filter(({ code }) => code.startsWith("rule_"));
  };
  expect(await checksOf(rule())).toEqual([]);
  expect(await checksOf(rule({ category: randomUUID() }))).toEqual([
    { code: "rule_empty", level: "stop", language: "id" },
  ]);
  const [few] = await asSeed()<{ category_id: string; n: number }[]>`
    select category_id, count(*)::int as n from private.catalogue_places where not is_out
    group by 1 having count(*) between 1 and 5 order by 2, 1 limit 1`;
  expect(await checksOf(rule({ category: few?.category_id ?? "", count: 6 }))).toEqual([
    { code: "rule_short", level: "ask", language: "id", detail: `${few?.n}/6` },
  ]);
});

test("a draft shows what its rule finds now; once it is frozen it stays, and watches what it found", async () => {
  const id = randomUUID();
  const saved = await saveCampaign(admin, {
    id,
    version: 0,
    name: "Terbaru",
    topic: "news",
    fallback_language: "id",
    window_from: 0,
    window_to: 0,
    segment_id: null,
    voucher_promotion_id: null,
    holdout: 0,
    contents: { id: contentOf(rule({ count: 1 })), en: null },
  });
  expect(saved.ok).toBe(true);
  const shown = async () => (await readPreview(admin, id, "id", facts.publicUrl))?.text ?? "";
  const newest = async () => {
    const [ids] = await pick(rule({ count: 1 }));
    const [row] = await asSeed()<{ id: string; slug: string; price_from: number }[]>`
      select id, slug, price_from from products where id = ${ids?.[0] ?? ""}`;
    if (!row) throw new Error("no newest product");
    return row;
  };
  const before = await newest();
  expect(await shown()).toContain(`/item/${before.slug}`);
  await asSeed()`
    update products set published_at = now() - interval '1 second' where id = (
      select id from products where status = 'published' and stock_band <> 'out' and id <> ${before.id} order by id limit 1)`;
  const after = await newest();
  expect(after.id).not.toBe(before.id);
  expect(await shown()).toContain(`/item/${after.slug}`);

  const [campaign] = await asSeed()<{ number: number }[]>`
    update private.mail_campaigns set status = 'freezing', audience = 4, started_at = now(), tick_at = clock_timestamp(),
      timeline = (select timeline_id from pg_catalog.pg_control_checkpoint())
    where id = ${id} returning number`;
  const number = campaign?.number ?? 0;
  expect(await renderVersions(number, facts.publicUrl)).toBe(true);
  const [version] = await asSeed()<{ products: unknown }[]>`
    select products from private.mail_versions where campaign = ${number}`;
  expect(version?.products).toEqual([{ id: after.id, price: Number(after.price_from) }]);
  await asSeed()`
    update products set published_at = now() - interval '1 hour' where id = ${after.id}`;
  expect(await shown()).toContain(`/item/${after.slug}`);

  await freezePage(number, "shop.test");
  await asSeed()`update product_variants set price = price + 1000 where product_id = ${after.id}`;
  await sendCampaigns({ ...facts, smtpUrl: undefined });
  expect(await findCampaign(admin, id)).toMatchObject({ status: "paused", paused_why: "product" });
  expect((await stepCampaign(admin, id, "cancel")).ok).toBe(true);
});

test("both languages of a campaign show what its rule found at one moment, also when a product changes in between", async () => {
  const id = randomUUID();
  const content = contentOf(rule({ count: 2 }));
  await saveCampaign(admin, {
    id,
    version: 0,
    name: "Dua bahasa",
    topic: "news",
    fallback_language: "id",
    window_from: 0,
    window_to: 0,
    segment_id: null,
    voucher_promotion_id: null,
    holdout: 0,
    contents: { id: content, en: content },
  });
  const [{ number = 0 } = {}] = await asSeed()<{ number: number }[]>`
    update private.mail_campaigns set status = 'freezing', audience = 4, started_at = now(), tick_at = clock_timestamp(),
      timeline = (select timeline_id from pg_catalog.pg_control_checkpoint())
    where id = ${id} returning number`;
  // Keeping a version waits for the test, which hides the first product meanwhile.
  const owner = openPostgres(directDatabaseUrl(), { max: 1 });
  await owner`
    create function private.await_test() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(275, 1); return new; end $$`;
  await owner`
    create trigger await_test before update on private.mail_versions for each row execute function private.await_test()`;
  const [[first = ""] = []] = await pick(rule({ count: 2 }));
  let rendering: Promise<boolean> | undefined;
  await asSeed().begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(275, 1)`;
    rendering = renderVersions(number, facts.publicUrl);
    await expect
      .poll(
        async () =>
          asSeed()`select from pg_locks
        where pid in (select pid from pg_stat_activity where datname = current_database()) and locktype = 'advisory' and classid = 275 and not granted`,
      )
      .toHaveLength(1);
    await asSeed()`update products set status = 'archived' where id = ${first}`;
  });
  expect(await rendering).toBe(true);
  await owner`drop function private.await_test() cascade`;
  await owner.end();
  const versions = await asSeed()<{ products: unknown }[]>`
    select products from private.mail_versions where campaign = ${number}`;
  expect(versions).toHaveLength(2);
  expect(versions[1]?.products).toEqual(versions[0]?.products);
  expect(JSON.stringify(versions[0]?.products)).toContain(first);
  expect((await stepCampaign(admin, id, "cancel")).ok).toBe(true);
});

test("two processes that render a campaign at once render it one time, and both go on", async () => {
  const id = randomUUID();
  const content = contentOf(rule({ count: 2 }));
  await saveCampaign(admin, {
    id,
    version: 0,
    name: "Dua proses",
    topic: "news",
    fallback_language: "id",
    window_from: 0,
    window_to: 0,
    segment_id: null,
    voucher_promotion_id: null,
    holdout: 0,
    contents: { id: content, en: content },
  });
  const [{ number = 0 } = {}] = await asSeed()<{ number: number }[]>`
    update private.mail_campaigns set status = 'freezing', audience = 4, started_at = now(), tick_at = clock_timestamp(),
      timeline = (select timeline_id from pg_catalog.pg_control_checkpoint())
    where id = ${id} returning number`;
  const owner = openPostgres(directDatabaseUrl(), { max: 1 });
  await owner`create table private.rendered (version integer, snapshot text)`;
  await owner`
    create function private.note_rendering() returns trigger language plpgsql security definer as $$
      begin
        insert into private.rendered values (new.id, pg_current_snapshot()::text);
        perform pg_advisory_xact_lock_shared(275, 2);
        return new;
      end $$`;
  await owner`
    create trigger note_rendering before update on private.mail_versions
      for each row execute function private.note_rendering()`;
  const waiting = async (kind: string) => {
    const [row] = await asSeed()<{ n: number }[]>`
      select count(*)::int as n from pg_locks
        where pid in (select pid from pg_stat_activity where datname = current_database()) and locktype = ${kind} and not granted`;
    return row?.n;
  };
  let renderings: Promise<boolean[]> | undefined;
  await asSeed().begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(275, 2)`;
    const first = renderVersions(number, facts.publicUrl);
    await expect.poll(() => waiting("advisory")).toBe(1);
    const second = renderVersions(number, facts.publicUrl);
    renderings = Promise.all([first, second]);
    // It waits for the rows that the first one holds, and its snapshot is from before.
    await expect.poll(() => waiting("transactionid")).toBe(1);
  });
  expect(await renderings).toEqual([true, true]);
  // A failed attempt leaves no row: each version was written once, in one transaction.
  const [rendered] = await owner`
    select count(*)::int as versions, count(distinct snapshot)::int as transactions from private.rendered`;
  expect(rendered).toEqual({ versions: 2, transactions: 1 });
  await owner`drop function private.note_rendering() cascade`;
  await owner`drop table private.rendered`;
  await owner.end();
  expect((await stepCampaign(admin, id, "cancel")).ok).toBe(true);
});

test("a rule that finds nothing when the recipients are frozen pauses, until somebody sends without it", async () => {
  const number = await startCampaign(
    contentOf({ kind: "text", text: "Halo" }, rule({ category: randomUUID() })),
  );
  const [{ id = "" } = {}] = await asSeed()<{ id: string }[]>`
    select id from private.mail_campaigns where number = ${number}`;
  await sendCampaigns({ ...facts, smtpUrl: undefined });
  expect(await findCampaign(admin, id)).toMatchObject({
    status: "paused",
    paused_why: "rule",
    total: 0,
  });
  expect((await stepCampaign(demoPerson("customer@etalase.test"), id, "resume")).ok).toBe(false);
  expect((await stepCampaign(admin, id, "resume")).ok).toBe(true);
  await sendCampaigns({ ...facts, smtpUrl: undefined });
  expect(await findCampaign(admin, id)).toMatchObject({ status: "sent", total: 4 });
});

test("a received mail has the products of its rule and both columns, in HTML and in text", async () => {
  sink = await startSmtpSink({ keep: 10 });
  const [ids = []] = await pick(rule({ order: "popular", count: 2 }));
  await startCampaign(
    contentOf(rule({ order: "popular", count: 2 }), {
      kind: "columns",
      left: [
        { kind: "heading", text: "Kiri {name|Kak}" },
        { kind: "button", text: "Lihat kiri", url: "/Shop" },
      ],
      right: [{ kind: "text", text: "Kanan **tebal** dan [tautan](/About)." }],
    }),
  );
  await sendCampaigns({ ...facts, smtpUrl: sink.url });
  expect(sink.texts).toHaveLength(4);
  const slugs = await asSeed()<
    { slug: string }[]
  >`select slug from products where id = any(${[...ids]})`;
  for (const raw of sink.texts) {
    const [text, html] = readMessage(raw).parts.map((part) => part.text);
    for (const { slug } of slugs) {
      expect(html).toContain(`/item/${slug}?k=`);
      expect(text).toContain(`/item/${slug}?k=`);
    }
    expect(html).toMatch(/<h2[^>]*>Kiri (Rina|Kak)<\/h2>/);
    expect(html).toContain("<strong>tebal</strong>");
    expect(text).toMatch(
      /Kiri (Rina|Kak)\n\nLihat kiri:\nhttps:\/\/shop\.test\/Shop\?k=\S+\n\nKanan tebal dan tautan \(/,
    );
  }
});
