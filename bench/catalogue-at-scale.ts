import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openPostgres } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { seed } from "#db/seed/seed.server.ts";
import { homeProducts, listCategories, suggestProducts } from "#shop/catalogue/catalogue.server.ts";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import { countWords } from "#shop/catalogue/index/count-words.server.ts";
import { mergeCounts } from "#shop/catalogue/index/merge-counts.server.ts";
import { listProducts } from "#shop/catalogue/list-products.server.ts";
import { readShopFilter } from "#shop/catalogue/shop-filter.ts";
import { closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { addProducts } from "../tests/support/builders/many-products.ts";
import { askAtRate, startOf } from "./catalogue-at-rate.ts";

/*
 * `node bench/catalogue-at-scale.ts 1000000 --rate=50 [--seconds=60] [--folder=<kept data>]`: the latency of a visitor's
 * queries in a shop of that size, asked at a fixed rate without the process's cache, and the start and memory of the program
 * on it beside one with the demo shop; one JSON line. With `--folder` the shop is made once and used again.
 *
 * The cost of a visitor's queries in a shop with few products and in one with many, in the same run and without the
 * process's cache: `node bench/catalogue-at-scale.ts [many=50000] [few=1000] [times=7]`; one JSON line. Milliseconds
 * are medians; `ratio` is many : few. The cost of a query that every product matches grows with its results; that of
 * a selective query should hardly depend on the number of products.
 */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: "string" },
    seconds: { type: "string", default: "60" },
    folder: { type: "string" },
  },
});
const [many = 50_000, few = 1000, times = 7] = positionals.map(Number);
/** Products that one transaction of the filling adds. */
const perFilling = 50_000;

const list = (query: string) => () =>
  listProducts(readShopFilter(new URLSearchParams(query)), "id");

const questions: Readonly<Record<string, () => Promise<unknown>>> = {
  home: () => homeProducts("id"),
  categories: () => listCategories("id"),
  product: () => findProduct("mug-ngopi-dulu", "id"),
  list: list(""),
  "list, last page of the few": list(`page=${Math.ceil(few / 24)}`),
  "list, last page": list(`page=${Math.ceil(many / 24)}`),
  "list by name": list("sort=name&page=20"),
  category: list("category=mug"),
  "category with four below": list("category=barang"),
  "category and colour": list("category=mug&colour=krem&in_stock=1"),
  "category by price": list("category=kaos&sort=price-desc&page=2"),
  colour: list("colour=putih"),
  "price range": list("min=50000&max=60000&sort=price-asc"),
  "search, one product": list("q=teratai+emas+947"),
  "search, two common words": list("q=teratai+emas"),
  "search in a category": list("q=teratai&category=kaos"),
  "search, many products": list("q=mug"),
  "search, spelling mistake": list("q=kavung"),
  "search, nothing found": list("q=zzzzqqq"),
  "suggestion, one product": () => suggestProducts("teratai emas 947", "id"),
  "suggestion, two letters": () => suggestProducts("ka", "id"),
  "suggestion, spelling mistake": () => suggestProducts("kavung", "id"),
};

const folder = options.folder ?? (await mkdtemp(path.join(tmpdir(), "etalase-bench-")));
await mkdir(folder, { recursive: true });
await chmod(folder, 0o755);
const server = await startEmbedded(folder, { settings: { fsync: "off", max_wal_size: "4GB" } });
const owner = openPostgres(server.url, { max: 1 });
try {
  await migrate(server.url);
  await seed(server.url, "demo");
  openConnections(server.url, { max: options.rate ? 10 : 2 });
  await owner`set shop.actor = 'job:seed'`;
  await owner`insert into categories (slug, name) values ('barang', '{"id": "Barang", "en": ""}') on conflict do nothing`;
  await owner`
    update categories set parent_id = (select id from categories where slug = 'barang')
    where slug <> 'barang' and slug <> 'mug' and id in (select id from categories where slug <> 'barang' order by slug limit 5)
      and not exists (select from categories where parent_id is not null)`;
  if (options.rate) await measureAtRate(Number(options.rate));
  else await compareSizes();
} finally {
  await closeConnections();
  await owner.end();
  await server.stop();
  if (!options.folder) await rm(folder, { recursive: true, force: true });
}

async function compareSizes(): Promise<void> {
  await fill(few);
  const atFew = await measure();
  await fill(many);
  const atMany = await measure();
  const ratio = Object.fromEntries(
    Object.keys(questions).map((name) => [
      name,
      Number(((atMany[name] ?? 0) / (atFew[name] ?? 0)).toFixed(1)),
    ]),
  );
  console.log(JSON.stringify({ products: { few, many }, few_ms: atFew, many_ms: atMany, ratio }));
}

async function measureAtRate(rate: number): Promise<void> {
  await fill(many);
  // Pages of the indexes and of the first products are in memory, as in a shop that runs.
  for (const ask of Object.values(questions)) await ask();
  const latency_ms = await askAtRate(questions, rate, Number(options.seconds));
  await server.stop();
  // The program refuses a server that may lose paid orders.
  const safe = await startEmbedded(folder);
  try {
    const program = {
      demo: await startOf(path.join(folder, "demo")),
      many: await startOf(path.join(folder, "program"), safe.url),
    };
    console.log(JSON.stringify({ products: many, rate, latency_ms, program }));
  } finally {
    await safe.stop();
  }
}

/** Makes the demo shop one of so many more products; what is there already stays. */
async function fill(products: number): Promise<void> {
  const [there] = await owner<{ n: number }[]>`
    select coalesce(max(substring(slug from '-x([0-9]+)$')::int), 0) as n from products`;
  for (let from = there?.n ?? 0; from < products; from += perFilling)
    await addProducts(owner, from + 1, Math.min(products, from + perFilling));
  if ((there?.n ?? 0) >= products) return;
  await mergeCounts();
  await countWords();
  await owner`vacuum analyze`;
}

/** Median milliseconds of each query. */
async function measure(): Promise<Record<string, number>> {
  const medians: Record<string, number> = {};
  for (const [name, ask] of Object.entries(questions)) {
    await ask();
    const taken: number[] = [];
    for (let time = 0; time < times; time++) {
      const began = performance.now();
      await ask();
      taken.push(performance.now() - began);
    }
    taken.sort((a, b) => a - b);
    medians[name] = Number((taken[Math.floor(times / 2)] ?? 0).toFixed(1));
  }
  return medians;
}
