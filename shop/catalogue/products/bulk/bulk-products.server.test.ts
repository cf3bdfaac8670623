import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { listHistory } from "#shop/staff/read-audit.server.ts";
import { runTask } from "#shop/staff/tasks/run-task.server.ts";
import { undoTask } from "#shop/staff/tasks/start-task.server.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { BulkInput } from "./bulk-change.ts";
import { bulkKinds, startBulk } from "./bulk-products.server.ts";
import { listBulkResults } from "./bulk-results.server.ts";
import { previewBulk } from "./preview-bulk.server.ts";

testDatabase({ demo: true, max: 4 });
const kinds = new Map(Object.values(bulkKinds).map((kind) => [kind.kind, kind]));
let admin: Person;
beforeAll(async () => {
  admin = await provenAdmin();
});

interface Facts {
  readonly slug: string;
  readonly status: string;
  readonly published_at: string | null;
  readonly prices: readonly number[];
  readonly categories: readonly string[];
}
const facts = () => asSeed()<Facts[]>`
  select slug, status, published_at::text,
    array(select price from product_variants v where v.product_id = p.id order by v.id) as prices,
    array(select category_id::text from product_categories c where c.product_id = p.id order by 1) as categories
  from products p order by slug`;
const all = (change: object = {}): BulkInput["selection"] => ({
  of: "matching",
  q: "",
  filter: "",
  until: "2099-01-01T00:00:00.000Z",
  except: [],
  ...change,
});

/** A run stops after a while, and the queue starts the next one. */
async function runWhole(id: string): Promise<void> {
  for (;;) {
    await runTask(kinds, id);
    const [task] = await asSeed()<
      { state: string }[]
    >`select state from staff_tasks where id = ${id}`;
    if (task?.state !== "queued" && task?.state !== "running") return;
  }
}

async function run(input: BulkInput, actor = admin) {
  const id = crypto.randomUUID();
  const started = await startBulk(actor, id, "Uji", input);
  if (!started.ok) return { id, problem: started.problem };
  await runWhole(id);
  const [task] =
    await asSeed()`select state, total, done, failed from staff_tasks where id = ${id}`;
  return { id, task };
}
async function undo(id: string) {
  const newId = crypto.randomUUID();
  expect((await undoTask(admin, id, newId)).ok).toBe(true);
  await runWhole(newId);
  const [task] = await asSeed()`select state, done, failed from staff_tasks where id = ${newId}`;
  return { task, newId };
}

beforeEach(async () => {
  await asSeed()`
    insert into products (slug, name) select 'massal-' || n, jsonb_build_object('id', 'Massal ' || n, 'en', '')
    from generate_series(1, 120) n on conflict do nothing`;
  await asSeed()`
    insert into product_variants (product_id, sku, price, weight_grams)
    select id, slug, case when slug = 'massal-7' then 0 else 10000 end, 100 from products where slug like 'massal-%'
    on conflict do nothing`;
});

test("all that match are published, those that are not complete are named, and undoing puts everything back", async () => {
  const before = await facts();
  const { id, task } = await run({
    selection: all({ q: "massal", filter: "status.any:draft" }),
    change: { kind: "status", status: "published" },
  });
  expect(task).toEqual({ state: "done", total: 120, done: 119, failed: 1 });
  const after = await facts();
  expect(
    after
      .filter(({ slug, status }) => slug.startsWith("massal") && status === "draft")
      .map(({ slug }) => slug),
  ).toEqual(["massal-7"]);
  const rows = await asSeed()`
    select r.code, p.slug from staff_task_rows r join products p on p.id::text = r.subject_id::text
    where r.task_id = ${id} and r.outcome = 'failed'`;
  expect(rows).toEqual([{ code: "product_incomplete", slug: "massal-7" }]);
  expect((await undo(id)).task).toMatchObject({ state: "done", done: 119, failed: 0 });
  const put = await facts();
  const published = (all: readonly Facts[]) =>
    all.map(({ slug, status, published_at }) => [slug, status, published_at]);
  expect(published(put)).toEqual(published(before));
});

test("prices change by percent with an ending; a price that somebody changed afterwards stays", async () => {
  const before = await facts();
  const { id, task } = await run({
    selection: all({ q: "massal", filter: "price.gte:1" }),
    change: { kind: "price", by: "percent", value: 7, ending: "nine_hundred" },
  });
  expect(task).toEqual({ state: "done", total: 119, done: 119, failed: 0 });
  expect((await facts()).find(({ slug }) => slug === "massal-1")?.prices).toEqual([10_900]);
  await asSeed()`update product_variants set price = 12345 where sku = 'massal-1'`;
  const { task: undone, newId } = await undo(id);
  expect(undone).toMatchObject({ done: 118, failed: 1 });
  const rows = await asSeed()`
    select code from staff_task_rows where task_id = ${newId} and outcome = 'failed'`;
  expect(rows).toEqual([{ code: "changed_since" }]);
  await asSeed()`update product_variants set price = 10000 where sku = 'massal-1'`;
  expect(await facts()).toEqual(before);
});

test("exclusions and later products are left alone, and a price never falls to zero", async () => {
  const [left] = await asSeed()<{ id: string }[]>`select id from products where slug = 'massal-2'`;
  const [moment] = await asSeed()<{ at: string }[]>`
    select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;
  await asSeed()`
    insert into products (slug, name, created_at)
    values ('massal-nanti', '{"id": "Massal nanti", "en": ""}', now() + interval '1 hour')`;
  const { task } = await run({
    selection: all({ q: "massal", filter: "", until: moment?.at, except: [left?.id] }),
    change: { kind: "price", by: "amount", value: -10_000, ending: "exact" },
  });
  expect(task).toEqual({ state: "done", total: 119, done: 0, failed: 119 });
  const [lowest] =
    await asSeed()`select min(price) as price from product_variants where sku <> 'massal-7'`;
  expect(lowest?.price).toBeGreaterThan(0);
  await asSeed()`delete from products where slug = 'massal-nanti'`;
});

test("chosen products join a category once, and undoing takes out only those that joined", async () => {
  const [category] = await asSeed()<
    { id: string }[]
  >`select id from categories order by slug limit 1`;
  const products = await asSeed()<{ id: string }[]>`
    select id from products order by (select count(*) from product_categories c where c.product_id = products.id
      and c.category_id = ${category?.id ?? ""}) desc, id limit 60`;
  const before = await facts();
  const { id, task } = await run({
    selection: { of: "chosen", ids: products.map((product) => product.id) },
    change: { kind: "category", mode: "add", category_id: category?.id ?? "" },
  });
  expect(task).toEqual({ state: "done", total: 60, done: 60, failed: 0 });
  const [n] = await asSeed()`
    select count(*)::int as n from product_categories where category_id = ${category?.id ?? ""}
      and product_id = any (${products.map((product) => product.id)}::uuid[])`;
  expect(n).toEqual({ n: 60 });
  await undo(id);
  expect(await facts()).toEqual(before);
});

test("chosen products get a tag once, and undoing takes it from those that got it", async () => {
  const products = await asSeed()<{ id: string }[]>`select id from products order by id limit 5`;
  const ids = products.map((product) => product.id);
  await asSeed()`update products set tags = '{musim,lama}' where id = ${ids[0] ?? ""}`;
  const tags = async () =>
    await asSeed()`select id, tags from products where id = any (${ids}::uuid[]) order by id`;
  const before = await tags();
  const { id, task } = await run({
    selection: { of: "chosen", ids },
    change: { kind: "tag", mode: "add", tag: "musim" },
  });
  expect(task).toMatchObject({ state: "done", total: 5, failed: 0 });
  for (const row of await tags()) expect(row.tags).toContain("musim");
  await undo(id);
  expect(await tags()).toEqual(before);
  await run({
    selection: { of: "chosen", ids },
    change: { kind: "tag", mode: "remove", tag: "musim" },
  });
  expect((await tags())[0]?.tags).toEqual(["lama"]);
});

test("each change needs its own permission, and a filter that is not understood starts nothing", async () => {
  const staff = demoPerson("staff@etalase.test");
  await asSeed()`update profiles set staff_role = 'warehouse' where id = ${staff.id}`;
  const price: BulkInput["change"] = { kind: "price", by: "percent", value: 5, ending: "exact" };
  expect((await run({ selection: all(), change: price }, staff)).problem).toBe("not_permitted");
  const wide = all({ filter: "colour.any:red" });
  expect((await run({ selection: wide, change: price })).problem).toBe("filter_invalid");
});

test("a changed price names its variant and its task in the history, and the task its products and prices", async () => {
  const [product] = await asSeed()<{ id: string; name: string }[]>`
    select id, name ->> 'id' as name from products where slug = 'massal-3'`;
  if (!product) throw new Error("the product is missing");
  const { id } = await run({
    selection: { of: "chosen", ids: [product.id] },
    change: { kind: "price", by: "percent", value: -10, ending: "exact" },
  });
  const { entries } = await listHistory(admin, { kind: "product", id: product.id }, null, "id");
  expect(entries[0]).toMatchObject({
    action: "product_variants.changed",
    variant: "massal-3",
    task: { id, kind: "bulk-price", mode: "run" },
    changes: { price: [10_000, 9_000] },
  });
  expect(await listBulkResults(id, null, "id")).toEqual({
    results: [
      {
        id: product.id,
        name: product.name,
        prices: [{ variant: "massal-3", before: 10_000, after: 9_000 }],
      },
    ],
    after: null,
  });
});

test("a preview of new prices writes nothing and needs the permission to change prices", async () => {
  const before = await facts();
  const change = { kind: "price", by: "percent", value: -10, ending: "exact" } as const;
  const selection = all({ q: "massal", except: [] });
  const preview = await previewBulk(admin, selection, change);
  expect(preview).toMatchObject({ ok: true, value: { products: 120, variants: 120 } });
  const [lowest] = preview.ok ? preview.value.sample : [];
  expect(lowest?.after).toBe((lowest?.before ?? 0) * 0.9);
  expect(await facts()).toEqual(before);
  const customer = demoPerson("customer@etalase.test");
  expect(await previewBulk(customer, selection, change)).toEqual({
    ok: false,
    problem: "not_permitted",
  });
});
