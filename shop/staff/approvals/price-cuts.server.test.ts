import { beforeAll, beforeEach, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import type { BulkInput } from "#shop/catalogue/products/bulk/bulk-change.ts";
import { bulkKinds, startBulk } from "#shop/catalogue/products/bulk/bulk-products.server.ts";
import { applyDueDrafts } from "#shop/catalogue/products/drafts/apply-drafts.server.ts";
import { scheduleDraft } from "#shop/catalogue/products/drafts/product-drafts.server.ts";
import { findStaffProduct } from "#shop/catalogue/products/find-product.server.ts";
import { saveVariantRows } from "#shop/catalogue/products/grid/variant-grid.server.ts";
import type { ProductSave } from "#shop/catalogue/products/product-input.ts";
import { saveProduct } from "#shop/catalogue/products/save-product.server.ts";
import { saveSale, scheduleSale, stopSale } from "#shop/catalogue/sales/save-sale.server.ts";
import { runSyncSales } from "#shop/catalogue/sales/sync-sales.server.ts";
import { applyStocktake } from "#shop/catalogue/stock/stocktakes/apply-stocktake.server.ts";
import { countLine } from "#shop/catalogue/stock/stocktakes/count-line.server.ts";
import {
  createStocktake,
  moveStocktake,
  startStocktake,
} from "#shop/catalogue/stock/stocktakes/create-stocktake.server.ts";
import { runImport } from "#shop/imports/imports.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { approvalActs } from "#shop/office/approval-acts.server.ts";
import { runTask } from "#shop/staff/tasks/run-task.server.ts";
import { checkFile, exportText, finishTask } from "#tests/support/builders/imports.ts";
import { makeStaff, newestApproval, setLimits } from "#tests/support/builders/limits.ts";
import { testStore } from "#tests/support/builders/media.ts";
import { fileOf, variant as readVariant, rowsOf } from "#tests/support/builders/product-files.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { approveAct } from "./decide-approval.server.ts";
import { findApproval } from "./list-approvals.server.ts";

const { url } = testDatabase({ demo: true, max: 10 });
testStore();

let asker: Person;
let admin: Person;
let product_id: string;
/** A variant of a published product that has cost Rp100.000 for a month. */
let id: string;
beforeAll(async () => {
  [asker, admin] = await Promise.all([makeStaff("penentu-harga", "manager"), provenAdmin()]);
  await setLimits({ price_cut: 30, write_off: 1_000_000 });
});
beforeEach(async () => {
  product_id = crypto.randomUUID();
  id = crypto.randomUUID();
  const slug = `potong-${product_id.slice(0, 8)}`;
  await asSeed()`
    insert into products (id, slug, name, status, published_at)
    values (${product_id}, ${slug}, '{"id": "Kain uji", "en": ""}', 'published', now() - interval '40 days')`;
  await asSeed()`
    insert into product_variants (id, product_id, sku, price, weight_grams) values (${id}, ${product_id}, ${slug}, 100000, 100)`;
  await asSeed()`
    insert into stock_movements (variant_id, kind, quantity) values (${id}, 'received', 50)`;
});

const inMinutes = (minutes: number) =>
  new Date(Date.now() + (7 * 60 + minutes) * 60_000).toISOString().slice(0, 16);
const waits = { ok: false, problem: { code: "waits_for_approval" } };
const done = { ok: true, value: null };

async function setPrice(price: number, person = asker) {
  const { version, was_price, on_hand } = await readVariant(id);
  const counts = { seen: on_hand, counted: on_hand };
  return saveVariantRows(person, crypto.randomUUID(), [
    { id, version, price, was_price, ...counts },
  ]);
}
const priceNow = async () => (await readVariant(id)).price;

test("a cut above the limit waits, small cuts of one day are added up, and a price goes back", async () => {
  expect((await setPrice(75_000)).ok).toBe(true);
  expect(await setPrice(60_000)).toEqual(waits);
  expect(await priceNow()).toBe(75_000);
  const { id: approval, ...request } = await newestApproval();
  expect(request).toMatchObject({ kind: "grid", limit_kind: "price_cut", amount: 40 });
  expect((await findApproval(admin, approval))?.shown).toMatchObject({
    title: "Kain uji",
    changes: [{ field: "price", before: 75_000, after: 60_000 }],
    total: 1,
  });
  // The same cell again is the same request.
  expect(await setPrice(60_000)).toEqual(waits);
  expect((await newestApproval()).id).toBe(approval);
  expect(await approveAct(admin, approval, approvalActs)).toEqual(done);
  expect(await priceNow()).toBe(60_000);
  const [change] = await asSeed()`
    select actor, approval_id from price_changes where variant_id = ${id} order by id desc limit 1`;
  expect(change).toEqual({ actor: `person:${asker.id}`, approval_id: approval });
  // What a colleague approved is the price that the next cut is measured from.
  expect((await setPrice(45_000)).ok).toBe(true);
  expect(await setPrice(41_000)).toEqual(waits);
  // Raised by mistake, and put back.
  expect((await setPrice(450_000)).ok).toBe(true);
  expect((await setPrice(45_000)).ok).toBe(true);
});

test("a product that nobody could buy yet has no price to cut, and none means none", async () => {
  await asSeed()`update products set status = 'draft', published_at = null where id = ${product_id}`;
  expect((await setPrice(1_000)).ok).toBe(true);
  await asSeed()`update products set published_at = now() where id = ${product_id}`;
  await asSeed()`update staff_roles set limits = '{"price_cut": null}' where id = 'manager'`;
  expect((await setPrice(100)).ok).toBe(true);
  await asSeed()`update staff_roles set limits = '{}' where id = 'manager'`;
});

async function cutInEditor(price: number, name: string): Promise<ProductSave> {
  const product = await findStaffProduct(asker, product_id);
  const [variant] = product?.variants ?? [];
  if (!product || !variant) throw new Error("no product");
  const { sku, barcode, was_price, weight_grams, length_mm, width_mm, height_mm } = variant;
  const { version, min_pieces, max_pieces } = variant;
  const sizes = { weight_grams, length_mm, width_mm, height_mm };
  const rest = { version, sku, barcode, was_price, ...sizes, min_pieces, max_pieces };
  return {
    version: product.version,
    before: product.fields as ProductSave["before"],
    after: { ...product.fields, name: { id: name, en: "" } } as ProductSave["after"],
    variants: [{ id, ...rest, options: {}, price }],
    removed_variant_ids: [],
    counts: [],
    key: crypto.randomUUID(),
  };
}

test("replacing a variant with a cheaper one is a price cut", async () => {
  const owner = openPostgres(url(), { max: 1 });
  await owner`alter table public.price_changes disable trigger never_changes`;
  await owner`
    update public.price_changes set at = now() - interval '2 days' where variant_id = ${id}`;
  await owner`alter table public.price_changes enable trigger never_changes`;
  await owner.end();
  await asSeed()`update product_variants set archived = true where id = ${id}`;
  const replace = (price: number) =>
    asSeed().begin(async (sql) => {
      await sql`select set_config('shop.actor', ${`person:${asker.id}`}, true)`;
      await sql`
        insert into product_variants (product_id, sku, price, weight_grams, options)
        values (${product_id}, ${crypto.randomUUID()}, ${price}, 100, '{"ukuran": "baru"}')`;
    });
  await expect(replace(60_000)).rejects.toMatchObject({ constraint: "price_cut_over_limit" });
  await replace(75_000);
});

test("a save of the editor waits whole; one that is older than the product is refused with nothing done", async () => {
  expect(await saveProduct(asker, product_id, await cutInEditor(50_000, "Kain murah"))).toEqual(
    waits,
  );
  const first = await newestApproval();
  expect(first).toMatchObject({ kind: "product", amount: 50 });
  expect((await findApproval(admin, first.id))?.shown.fields).toEqual(["name"]);
  expect((await findStaffProduct(admin, product_id))?.fields.name.id).toBe("Kain uji");
  // A colleague renames the product.
  await asSeed()`update products set name = '{"id": "Kain lain", "en": ""}' where id = ${product_id}`;
  expect(await approveAct(admin, first.id, approvalActs)).toEqual({
    ok: false,
    problem: "approval_outdated",
  });
  expect(await newestApproval()).toMatchObject({ decision: "outdated", reason: "changed_since" });
  expect(await priceNow()).toBe(100_000);

  await saveProduct(asker, product_id, await cutInEditor(50_000, "Kain murah"));
  expect(await approveAct(admin, (await newestApproval()).id, approvalActs)).toEqual(done);
  expect(await priceNow()).toBe(50_000);
  expect((await findStaffProduct(admin, product_id))?.fields.name.id).toBe("Kain murah");
});

test("a change above the limit is not scheduled; one whose time comes above it is not applied, and says why", async () => {
  const save = await cutInEditor(50_000, "Kain terjadwal");
  const tomorrow = inMinutes(24 * 60);
  expect(await scheduleDraft(asker, product_id, 0, {} as never, save, tomorrow)).toEqual({
    ok: false,
    problem: "price_cut_over_limit",
  });
  await asSeed()`
    insert into private.product_drafts (product_id, author_id, form, save, apply_at)
    values (${product_id}, ${asker.id}, '{}', ${asSeed().json(save)}, now() - interval '1 minute')`;
  await applyDueDrafts();
  const [draft] = await asSeed()`
    select problem from private.product_drafts where product_id = ${product_id}`;
  expect(draft).toEqual({ problem: "price_cut_over_limit" });
  expect(await priceNow()).toBe(100_000);
});

test("a sale above the limit is scheduled by the approval, with the prices that were shown", async () => {
  const sale = crypto.randomUUID();
  await saveSale(asker, {
    id: sale,
    version: 0,
    name: "Obral besar",
    kind: "percent",
    value: 40,
    product_ids: [product_id],
    category_ids: [],
    starts_at: inMinutes(-1),
    ends_at: inMinutes(60),
  });
  expect(await scheduleSale(asker, sale)).toEqual(waits);
  const first = await newestApproval();
  expect(first).toMatchObject({ kind: "sale", amount: 40 });
  // Its prices would be others now.
  await setPrice(110_000);
  expect(await approveAct(admin, first.id, approvalActs)).toEqual({
    ok: false,
    problem: "approval_outdated",
  });
  expect(await scheduleSale(asker, sale)).toEqual(waits);
  expect(await approveAct(admin, (await newestApproval()).id, approvalActs)).toEqual(done);
  const [row] = await asSeed()`
    select sale_price, price from product_variants where id = ${id}`;
  expect(row).toEqual({ sale_price: 66_000, price: 110_000 });
  await stopSale(asker, sale, "end");
  await runSyncSales();
});

const kinds = new Map(Object.values(bulkKinds).map((kind) => [kind.kind, kind]));
const cutBy = (value: number): BulkInput => ({
  selection: { of: "chosen", ids: [product_id] },
  change: { kind: "price", by: "percent", value, ending: "exact" },
});

test("a change of many prices waits before it starts, and each product keeps to what was approved", async () => {
  const task = crypto.randomUUID();
  expect((await startBulk(asker, crypto.randomUUID(), "Turun", cutBy(-20))).ok).toBe(true);
  const asked = await startBulk(asker, task, "Turun separuh", cutBy(-50));
  expect(asked).toEqual({ ok: false, problem: "waits_for_approval" });
  const request = await newestApproval();
  expect(request).toMatchObject({ kind: "bulk-price", amount: 50 });
  expect(await asSeed()`select id from staff_tasks where id = ${task}`).toHaveLength(0);
  expect(await approveAct(admin, request.id, approvalActs)).toEqual(done);
  expect(await approveAct(admin, request.id, approvalActs)).toEqual(done);
  await runTask(kinds, task);
  expect(await priceNow()).toBe(50_000);
  const [made] = await asSeed()`
    select started_by, approval_id, state from staff_tasks where id = ${task}`;
  expect(made).toEqual({ started_by: asker.id, approval_id: request.id, state: "done" });

  // A colleague cuts more meanwhile: the variant would fall by more than anybody approved.
  const second = crypto.randomUUID();
  expect((await startBulk(asker, second, "Turun lagi", cutBy(-35))).ok).toBe(false);
  expect(await approveAct(admin, (await newestApproval()).id, approvalActs)).toEqual(done);
  await asSeed()`update product_variants set price = 40000 where id = ${id}`;
  await runTask(kinds, second);
  const rows = await asSeed()`select outcome, code from staff_task_rows where task_id = ${second}`;
  expect(rows).toEqual([{ outcome: "failed", code: "price_cut_over_limit" }]);
  expect(await priceNow()).toBe(40_000);
});

test("an approved change of all matching products skips products that match later", async () => {
  const [task, late] = [crypto.randomUUID(), crypto.randomUUID()];
  const brand = `merek-${late.slice(0, 8)}`;
  await asSeed()`update products set brand = ${brand} where id = ${product_id}`;
  await asSeed()`
    insert into products (id, slug, name, status, published_at)
    values (${late}, ${`susul-${late}`}, '{"id": "Kain susulan", "en": ""}', 'published', now() - interval '40 days')`;
  await asSeed()`
    insert into product_variants (product_id, sku, price, weight_grams) values (${late}, ${late}, 900000, 100)`;
  const asked = await startBulk(asker, task, "Turun separuh", {
    selection: {
      of: "matching",
      q: "",
      filter: `brand.is:${brand}`,
      except: [],
      until: new Date(Date.now() + 60_000).toISOString(),
    },
    change: { kind: "price", by: "percent", value: -50, ending: "exact" },
  });
  expect(asked).toEqual({ ok: false, problem: "waits_for_approval" });
  const { id: request } = await newestApproval();
  expect((await findApproval(admin, request))?.shown).toMatchObject({ things: 1, total: 1 });
  await asSeed()`update products set brand = ${brand} where id = ${late}`;
  expect(await approveAct(admin, request, approvalActs)).toEqual(done);
  await runTask(kinds, task);
  expect(await priceNow()).toBe(50_000);
  const [other] = await asSeed()`select price from product_variants where product_id = ${late}`;
  expect(other).toEqual({ price: 900_000 });
});

test("the check of an import measures cuts and stock that goes, and the run waits for one approval", async () => {
  const rows = rowsOf(await exportText(asker)).filter((row) => row.id_varian === id);
  const file = fileOf(rows.map((row) => ({ ...row, harga: "40000", stok: "30" })));
  const imported = await checkFile(asker, file);
  const input = { task_id: crypto.randomUUID(), confirmed: true };
  expect(await runImport(asker, imported, input)).toEqual({
    ok: false,
    problem: "waits_for_approval",
  });
  const request = await newestApproval();
  expect(request).toMatchObject({ kind: "import", limit_kind: "price_cut", amount: 60 });
  expect(await findApproval(admin, request.id)).toMatchObject({
    also_written_off: 2_000_000,
    shown: {
      changes: expect.arrayContaining([
        expect.objectContaining({ field: "price", before: 100_000, after: 40_000 }),
        expect.objectContaining({ field: "on_hand", before: 50, after: 30 }),
      ]),
    },
  });
  expect(await approveAct(admin, request.id, approvalActs)).toEqual(done);
  await finishTask(request.id);
  expect(await readVariant(id)).toMatchObject({ price: 40_000, on_hand: 30 });

  // Without an approval the database refuses the product, whatever the check said.
  const late = await checkFile(
    asker,
    fileOf(rows.map((row) => ({ ...row, versi: "", harga: "20000", stok: "" }))),
  );
  await asSeed()`update imports set counts = counts - 'cut' - 'written_off' where id = ${late}`;
  const run = await runImport(asker, late, { ...input, task_id: crypto.randomUUID() });
  if (!run.ok) throw new Error(run.problem);
  await finishTask(run.value.task);
  const failed = await asSeed()`
    select outcome, code, field from staff_task_rows where task_id = ${run.value.task}`;
  expect(failed).toEqual([{ outcome: "failed", code: "price_cut_over_limit", field: "harga" }]);
});

test("a colleague sees the largest cuts of a file and how many values it changes, however many", async () => {
  const many = 120;
  await asSeed()`
    update products set options = ${asSeed().json([
      {
        code: "size",
        name: { id: "Ukuran", en: "" },
        values: Array.from({ length: many }, (_, n) => ({
          code: `n${n}`,
          label: { id: `${n}`, en: "" },
        })),
      },
    ])} where id = ${product_id}`;
  await asSeed()`
    update product_variants set options = '{"size": "n0"}' where id = ${id}`;
  await asSeed()`
    insert into product_variants (product_id, sku, options, price, weight_grams, position)
    select ${product_id}, ${product_id} || '-' || n, jsonb_build_object('size', 'n' || n), 100000, 100, n
    from generate_series(1, ${many - 1}) n`;
  const rows = rowsOf(await exportText(asker)).filter((row) =>
    row.sku.includes(product_id.slice(0, 8)),
  );
  expect(rows).toHaveLength(many);
  const file = fileOf(rows.map((row, n) => ({ ...row, harga: String(90_000 - n * 500) })));
  const imported = await checkFile(asker, file);
  const input = { task_id: crypto.randomUUID(), confirmed: true };
  expect(await runImport(asker, imported, input)).toMatchObject({ problem: "waits_for_approval" });
  const shown = (await findApproval(admin, (await newestApproval()).id))?.shown;
  expect(shown).toMatchObject({ total: many });
  expect(shown?.changes).toHaveLength(50);
  expect(shown?.changes[0]).toMatchObject({ of: rows.at(-1)?.sku, after: 90_000 - 119 * 500 });
});

test("a stocktake that misses too much waits, and is booked by the approval", async () => {
  const taken = crypto.randomUUID();
  const [known] = await asSeed()<{ sku: string }[]>`
    select sku from product_variants where id = ${id}`;
  await createStocktake(asker, {
    id: taken,
    name: "Opname uji",
    scope: "search",
    category_id: null,
    query: known?.sku ?? "",
    is_blind: false,
    recount_over: null,
  } as never);
  expect((await startStocktake(asker, taken)).ok).toBe(true);
  const count = (pieces: number) =>
    countLine(asker, taken, { how: "figure", key: crypto.randomUUID(), variant_id: id, pieces });
  expect((await count(20)).ok).toBe(true);
  expect((await moveStocktake(asker, taken, "review")).ok).toBe(true);
  expect(await applyStocktake(asker, taken)).toEqual(waits);
  const request = await newestApproval();
  expect(request).toMatchObject({ kind: "stocktake", limit_kind: "write_off", amount: 3_000_000 });
  expect(await approveAct(admin, request.id, approvalActs)).toEqual(done);
  expect((await readVariant(id)).on_hand).toBe(20);
  expect(await applyStocktake(asker, taken)).toEqual({
    ok: false,
    problem: { code: "stocktake_state" },
  });
});
