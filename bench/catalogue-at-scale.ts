import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openPostgres } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { seed } from "#db/seed/seed.server.ts";
import { homeProducts, listCategories, suggestProducts } from "#shop/catalogue/catalogue.server.ts";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import { listProducts } from "#shop/catalogue/list-products.server.ts";
import { readShopFilter } from "#shop/catalogue/shop-filter.ts";
import { closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { addProducts } from "../tests/support/builders/many-products.ts";

/*
 * The cost of a visitor's queries in a shop with few products and in one with many, in the same run and without the
 * process's cache: `node bench/catalogue-at-scale.ts [many=50000] [few=1000] [times=7]`; one JSON line. Milliseconds
 * are medians; `ratio` is many : few. The cost of a query that every product matches grows with its results; that of
 * a selective query should hardly depend on the number of products.
 */

const [many = 50_000, few = 1000, times = 7] = process.argv.slice(2).map(Number);

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
  "search, one product": list("q=teratai+emas+947"),
  "search, many products": list("q=mug"),
  "search, spelling mistake": list("q=kavung"),
  "search, nothing found": list("q=zzzzqqq"),
  "suggestion, one product": () => suggestProducts("teratai emas 947", "id"),
  "suggestion, two letters": () => suggestProducts("ka", "id"),
  "suggestion, spelling mistake": () => suggestProducts("kavung", "id"),
};

const folder = await mkdtemp(path.join(tmpdir(), "etalase-bench-"));
await chmod(folder, 0o755);
const server = await startEmbedded(folder, { settings: { fsync: "off" } });
const owner = openPostgres(server.url, { max: 1 });
try {
  await migrate(server.url);
  await seed(server.url, "demo");
  openConnections(server.url, { max: 2 });
  await owner`set shop.actor = 'job:seed'`;
  await owner`insert into categories (slug, name) values ('barang', '{"id": "Barang", "en": ""}')`;
  await owner`
    update categories set parent_id = (select id from categories where slug = 'barang')
    where slug <> 'barang' and slug <> 'mug' and id in (select id from categories where slug <> 'barang' order by slug limit 5)`;
  await addProducts(owner, 1, few);
  await owner`vacuum analyze`;
  const atFew = await measure();
  await addProducts(owner, few + 1, many);
  await owner`vacuum analyze`;
  const atMany = await measure();
  const ratio = Object.fromEntries(
    Object.keys(questions).map((name) => [
      name,
      Number(((atMany[name] ?? 0) / (atFew[name] ?? 0)).toFixed(1)),
    ]),
  );
  console.log(JSON.stringify({ products: { few, many }, few_ms: atFew, many_ms: atMany, ratio }));
} finally {
  await closeConnections();
  await owner.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
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
