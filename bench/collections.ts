import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openPostgres } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { seed } from "#db/seed/seed.server.ts";
import { fillCollections } from "#shop/catalogue/collections/fill-collections.server.ts";
import { showCollection } from "#shop/catalogue/collections/show-collection.server.ts";
import { mergeCounts } from "#shop/catalogue/index/merge-counts.server.ts";
import { closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { addProducts } from "../tests/support/builders/many-products.ts";

/*
 * `node bench/collections.ts [products=100000] [url of a database that bench/catalogue-at-scale.ts filled]`: what a rule that
 * changes costs, what a product that changes costs beside five rules, and what a page of the collection costs without the
 * process's cache; one JSON line, milliseconds.
 */

const products = Number(process.argv[2] ?? 100_000);
const folder = await mkdtemp(path.join(tmpdir(), "etalase-bench-"));
await chmod(folder, 0o755);
const given = process.argv[3];
const server = given ? undefined : await startEmbedded(folder, { settings: { fsync: "off" } });
const url = given ?? server?.url ?? "";
const owner = openPostgres(url, { max: 1 });
try {
  if (server) {
    await migrate(url);
    await seed(url, "demo");
  }
  openConnections(url, { max: 4 });
  await owner`set shop.actor = 'job:seed'`;
  if (server) {
    for (let from = 0; from < products; from += 25_000)
      await addProducts(owner, from + 1, Math.min(products, from + 25_000));
    await mergeCounts();
    await owner`vacuum analyze`;
  }
  await owner`delete from collections where slug like 'bench-%'`;
  await fillCollections();
  const changeWithout = await changeOfProduct();
  const saved = await timed(() => makeCollection(0));
  const filled = await timed(() => fillCollections());
  const chunks = await slowestChunk();
  const pages = await pageTimes();
  for (let number = 1; number < 5; number++) await makeCollection(number, 900_000_000);
  await fillCollections();
  const changeWith = await changeOfProduct();
  const [member] = await owner<{ n: number }[]>`
    select total as n from collections c, catalogue.collection_shelf(c.id) where slug = 'bench-0'`;
  console.log(
    JSON.stringify({
      products,
      in_the_collection: member?.n,
      rule_saved: saved,
      rule_followed: filled,
      slowest_chunk: chunks,
      page: pages,
      product_changed: { without_rules: changeWithout, beside_5_rules: changeWith },
    }),
  );
  await owner`delete from collections where slug like 'bench-%'`;
  await fillCollections();
} finally {
  await closeConnections();
  await owner.end();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}

async function makeCollection(number: number, min = 50_000): Promise<void> {
  await owner`
    insert into collections (id, slug, name, kind, rule, published)
    values (gen_random_uuid(), ${`bench-${number}`}, '{"id": "Uji", "en": ""}', 'rule',
      ${owner.json({ price_min: min, in_stock: true })}, true)`;
}

/** Of a rule's change, one transaction at a time. */
async function slowestChunk(): Promise<number> {
  await owner`update collections set rule = '{"on_sale": true}' where slug = 'bench-0'`;
  let slowest = 0;
  for (;;) {
    const began = performance.now();
    const [row] = await owner<{ found: boolean }[]>`
      select private.fill_collection_shelf(1000) as found`;
    slowest = Math.max(slowest, performance.now() - began);
    if (!row?.found) return rounded(slowest);
  }
}

/** Medians of the first and of the fortieth page, in each order. */
async function pageTimes(): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const sort of ["best_selling", "newest", "price_asc", "price_desc"] as const) {
    for (const page of [1, 40]) {
      times[`${sort}, page ${page}`] = await median(() =>
        showCollection("bench-0", sort, page, "id"),
      );
    }
  }
  return times;
}

/** Median of a price that changes. */
async function changeOfProduct(): Promise<number> {
  const ids = await owner<{ id: string }[]>`
    select id from products where slug like '%-x%' order by id limit 40`;
  let next = 0;
  return median(async () => {
    await owner`update product_variants set price = price + 1000, was_price = null where product_id = ${ids[next++ % ids.length]?.id ?? null}`;
  });
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < 21; time++) taken.push(await timed(work));
  return taken.sort((one, other) => one - other)[10] ?? Number.NaN;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return rounded(performance.now() - began);
}

function rounded(milliseconds: number): number {
  return Number(milliseconds.toFixed(1));
}
