import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openPostgres } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { seed } from "#db/seed/seed.server.ts";
import { findStaffProduct } from "#shop/catalogue/products/find-product.server.ts";
import { listVariants } from "#shop/catalogue/products/grid/variant-grid.server.ts";
import { listStaffProducts } from "#shop/catalogue/products/list-products.server.ts";
import { productFields, productSorts } from "#shop/catalogue/products/product-fields.ts";
import type { ProductSave } from "#shop/catalogue/products/product-input.ts";
import { saveProduct } from "#shop/catalogue/products/save-product.server.ts";
import { findVariantStock } from "#shop/catalogue/stock/read-stock.server.ts";
import { searchOffice } from "#shop/office/palette/search-office.server.ts";
import { listStaffOrders } from "#shop/orders/list-orders.server.ts";
import { orderFields, orderSorts } from "#shop/orders/order-fields.ts";
import { readListState } from "#shop/staff/filters/list-state.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { addProducts } from "../tests/support/builders/many-products.ts";
import { demoPerson } from "../tests/support/builders/shop.ts";

/*
 * The cost of the back office's queries in a shop with few products and in one with many, in the same run:
 * `node bench/back-office.ts [many=100000] [few=1000] [times=21]`; one JSON line. Milliseconds are the 95th percentile on
 * the server, without HTML; a list that the server gives up as too wide is named on the way. `ratio` is many : few.
 */

const [many = 100_000, few = 1000, times = 21] = process.argv.slice(2).map(Number);
const admin = demoPerson("admin@etalase.test");
const list = (query: string) => async () => {
  const state = readListState(new URLSearchParams(query), productFields, productSorts);
  if (!state.ok) throw new Error(JSON.stringify(state.problem));
  const listed = await listStaffProducts(admin, state.value, "id");
  if (!listed.ok) throw new Error(JSON.stringify(listed.problem));
};
const orders = (query: string) => async () => {
  const state = readListState(new URLSearchParams(query), orderFields, orderSorts);
  if (!state.ok) throw new Error(JSON.stringify(state.problem));
  const listed = await listStaffOrders(admin, state.value);
  if (!listed.ok) throw new Error(JSON.stringify(listed.problem));
};
const palette = (q: string) => () => searchOffice(admin, q, "id");
const grid =
  (q: string, after = "") =>
  () =>
    listVariants(admin, { q, after }, "id");

const folder = await mkdtemp(path.join(tmpdir(), "etalase-bench-"));
await chmod(folder, 0o755);
const server = await startEmbedded(folder, { settings: { fsync: "off" } });
const owner = openPostgres(server.url, { max: 1, connection: { "shop.actor": "job:seed" } });
try {
  await migrate(server.url);
  await seed(server.url, "demo");
  openConnections(server.url, { max: 4 });
  const big = await addBigProduct();
  await addStocked(1, few);
  await addOrders(1, few);
  await owner`vacuum analyze`;
  const atFew = await measure(big);
  await withoutIndexes(async () => {
    await addStocked(few + 1, many);
    await addOrders(few + 1, many);
  });
  await owner`vacuum analyze`;
  const atMany = await measure(big);
  const ratio = Object.fromEntries(
    Object.keys(atFew).map((name) => [
      name,
      Number(((atMany[name] ?? 0) / (atFew[name] ?? 1)).toFixed(1)),
    ]),
  );
  console.log(JSON.stringify({ products: { few, many }, few_ms: atFew, many_ms: atMany, ratio }));
} finally {
  await closeConnections();
  await owner.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Takes the indexes away that no constraint needs and makes them again: a million rows at a time are added in minutes. */
async function withoutIndexes(add: () => Promise<void>): Promise<void> {
  const indexes = await owner<{ name: string; definition: string }[]>`
    select format('%I.%I', i.schemaname, i.indexname) as name, i.indexdef as definition
    from pg_indexes i join pg_class c on c.oid = format('%I.%I', i.schemaname, i.indexname)::regclass
    where i.schemaname = 'public' and i.tablename = any (array['products', 'product_variants', 'product_categories',
        'product_images', 'stock_items', 'orders'])
      and not exists (select from pg_constraint k where k.conindid = c.oid)
      and not exists (select from pg_index u where u.indexrelid = c.oid and u.indisunique)`;
  for (const { name } of indexes) await owner.unsafe(`drop index ${name}`);
  await add();
  await owner`set maintenance_work_mem = '1GB'`;
  for (const { definition } of indexes) await owner.unsafe(definition);
}

/** Orders by copying one of the demo shop; triggers would number and book them. */
async function addOrders(from: number, to: number): Promise<void> {
  await owner.begin(async (sql) => {
    await sql`alter table orders disable trigger user`;
    const [row] = await sql<{ columns: string[] }[]>`
      select array_agg(attname order by attnum) as columns from pg_attribute
      where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname not in ('id', 'number', 'phone', 'email', 'recipient', 'created_at', 'public_token', 'idempotency_key', 'total', 'subtotal')`;
    const columns = (row?.columns ?? []).map((name) => `"${name}"`).join(", ");
    await sql.unsafe(`
      insert into orders (number, phone, email, recipient, created_at, idempotency_key, subtotal, total, ${columns})
      select 'ORD-' || n, '+628' || 1000000000 + n, 'pembeli' || n || '@contoh.test',
        (array['Sari','Budi','Wati','Agus','Dewi','Joko'])[1 + n % 6] || ' ' || md5(n::text),
        o.created_at - n * interval '1 minute', 'bench-' || n, o.subtotal + n, o.total + n, ${columns}
      from generate_series(${from}, ${to}) n cross join (select * from orders where number is not null order by id limit 1) o`);
    await sql`alter table orders enable trigger user`;
  });
}

/** Products with stock: the builder leaves out what triggers add. */
async function addStocked(from: number, to: number): Promise<void> {
  await addProducts(owner, from, to);
  await owner`
    insert into stock_items (variant_id, on_hand)
    select v.id, 5 from product_variants v where not exists (select from stock_items s where s.variant_id = v.id)`;
  await owner`
    select private.refresh_product_gaps(array_agg(id)) from products where slug ~ '-x[0-9]+$'`;
}

/** A product of 2,000 variants. @returns its id */
async function addBigProduct(): Promise<string> {
  const codes = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ code: `n${n}`, label: { id: `${n}`, en: "" } }));
  const options = [
    { code: "colour", name: { id: "Warna", en: "" }, values: codes(40) },
    { code: "size", name: { id: "Ukuran", en: "" }, values: codes(50) },
  ];
  const sql = asSeed();
  const [product] = await sql<{ id: string }[]>`
    insert into products (slug, name, options)
    values ('dua-ribu', '{"id": "Dua ribu varian", "en": ""}', ${sql.json(options)}) returning id`;
  const id = product?.id ?? "";
  await sql`
    insert into product_variants (product_id, sku, options, price, weight_grams, position)
    select ${id}, 'DR-' || c || '-' || s, jsonb_build_object('colour', 'n' || c, 'size', 'n' || s), 10000, 100, c * 50 + s
    from generate_series(0, 39) c, generate_series(0, 49) s`;
  return id;
}

/** Saves the big product with every price changed. */
async function saveAll(id: string): Promise<void> {
  const product = await findStaffProduct(admin, id);
  if (!product) throw new Error("no such product");
  const input = {
    version: product.version,
    before: product.fields,
    after: product.fields,
    variants: product.variants.map(
      ({ archived: _archived, on_hand: _on_hand, available: _available, ...variant }) => ({
        ...variant,
        price: variant.price + 1,
      }),
    ),
    removed_variant_ids: [],
    counts: [],
    key: crypto.randomUUID(),
  };
  const saved = await saveProduct(admin, id, input as unknown as ProductSave);
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
}

/** 95th percentiles in milliseconds. */
async function measure(big: string): Promise<Record<string, number>> {
  const [middle] = await asSeed()<{ id: string; sku: string }[]>`
    select p.id, v.sku from products p join product_variants v on v.product_id = p.id
    order by p.created_at, p.id offset ${Math.floor(few / 2)} limit 1`;
  const [category] = await asSeed()<
    { id: string }[]
  >`select id from categories order by slug limit 1`;
  const [variant] = await asSeed()<
    { id: string }[]
  >`select variant_id as id from stock_items limit 1`;
  const questions: Readonly<Record<string, () => Promise<unknown>>> = {
    list: list(""),
    "list, deep page": list(`after=${middle?.id}`),
    "list, published": list("filter=status.any:published"),
    "list, sold out": list("filter=and(status.any:published,band.any:out)"),
    "list, drafts": list("filter=status.any:draft"),
    "list, a category": list(`filter=category.any:${category?.id}`),
    "list, a category by price": list(`filter=category.any:${category?.id}&sort=price`),
    "list, dear": list("filter=price.gte:400000"),
    "list, a price range": list("filter=and(price.gte:100000,price.lte:101000)"),
    "list, stock at most 0": list("filter=stock.lte:0"),
    "list, stock at least 1": list("filter=stock.gte:1"),
    "list, missing english": list("filter=missing.any:english"),
    "list, missing nothing": list("filter=missing.none:english|picture|weight"),
    "list, a brand": list("filter=brand.starts:kopi"),
    "list, changed today": list("filter=updated.from:2026-11-23"),
    "list, nothing created": list("filter=created.until:2020-01-01"),
    "list, alternatives": list(
      "filter=or(price.lte:20000,band.any:low,missing.any:picture)&sort=updated",
    ),
    "list, by name": list("sort=name"),
    "list, drafts by price": list("filter=status.any:draft&sort=price_down"),
    "search, one product": list("q=teratai+emas+947"),
    "search, many products": list("q=mug"),
    "search, nothing found": list("q=zzzzqqq"),
    orders: orders(""),
    "orders, processing": orders("filter=stage.any:processing"),
    "orders, dear": orders("filter=total.gte:100000000"),
    "orders, a courier": orders("filter=courier.any:JNE"),
    "orders, a province": orders("filter=province.any:32"),
    "orders, a product": orders(`filter=product.any:${big}`),
    "orders, with a print": orders("filter=personalised.is:yes"),
    "orders, a day": orders("filter=and(created.from:2026-11-01,created.until:2026-11-01)"),
    "orders, search a name": orders("q=wati"),
    "orders, search a product": orders("q=mug"),
    "palette, nothing typed": palette(""),
    "palette, order number": palette("ord-947"),
    "palette, e-mail": palette("pembeli947@contoh.test"),
    "palette, phone": palette("0000947"),
    "palette, a common name": palette("wati"),
    "palette, a rare name": palette("c4ca42"),
    "palette, a common product": palette("mug"),
    "palette, a misspelt product": palette("teratia emsa"),
    "palette, nothing found": palette("zzzzqqq"),
    grid: grid(""),
    "grid, deep page": grid("", middle?.sku),
    "grid, search": grid("mug"),
    "stock ledger": () => findVariantStock(admin, variant?.id ?? "", null, "id"),
    "editor of 2,000 variants, open": () => findStaffProduct(admin, big),
    "editor of 2,000 variants, every price saved": () => saveAll(big),
  };
  const found: Record<string, number> = {};
  for (const [name, ask] of Object.entries(questions)) {
    try {
      await ask();
    } catch (error) {
      console.error(name, error);
      continue;
    }
    const taken: number[] = [];
    for (let time = 0; time < times; time++) {
      const began = performance.now();
      await ask();
      taken.push(performance.now() - began);
    }
    taken.sort((a, b) => a - b);
    found[name] = Number((taken[Math.ceil(times * 0.95) - 1] ?? 0).toFixed(1));
  }
  return found;
}
