import { randomUUID } from "node:crypto";
import { copyFile } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { SeededRandom } from "#db/seed/deterministic.ts";
import { asSeed, closeConnections, openConnections } from "../../support/runner/connections.ts";
import { databaseAddress } from "../../support/runner/embedded-postgres.ts";
import {
  type Program,
  removeFolder,
  startProgram,
  temporaryFolder,
} from "../../support/runner/program.ts";

/** What one write of the catalogue took to be seen. */
export interface Agreement {
  /** For each write and process, milliseconds from the commit until its page showed the change. */
  readonly delays: readonly number[];
  /** Writes that a process did not show within ten seconds. */
  readonly missed: readonly string[];
  readonly seed: number;
}

/** Milliseconds after which a page is taken to be stale for good. */
const patienceMs = 10_000;

/**
 * Several processes of one shop serve the pages of their stores while a stranger to all of them changes products, categories,
 * prices and the shop's own texts, one after the other. After each commit every process is asked until it shows the change.
 */
export async function measureAgreement(options: {
  readonly processes: number;
  readonly writes: number;
  readonly seed: number;
}): Promise<Agreement> {
  const random = new SeededRandom(options.seed);
  const first = await startProgram();
  const folders: string[] = [first.dataDir];
  const programs: Program[] = [first];
  try {
    const address = await databaseAddress(first.dataDir);
    openConnections(address, { max: 2 });
    for (let n = 1; n < options.processes; n++) {
      const dataDir = await temporaryFolder();
      folders.push(dataDir);
      await copyFile(path.join(first.dataDir, "keys.json"), path.join(dataDir, "keys.json"));
      programs.push(
        await startProgram({ dataDir, env: { DATABASE_URL: address, PUBLIC_URL: first.url } }),
      );
    }
    const delays: number[] = [];
    const missed: string[] = [];
    for (let n = 0; n < options.writes; n++) {
      const change = await makeChange(random);
      const committed = performance.now();
      const seen = await Promise.all(
        programs.map(({ url }) => untilShown(url + change.page, change.text, committed)),
      );
      delays.push(...seen.filter((ms) => ms < patienceMs));
      for (const [index, ms] of seen.entries()) {
        if (ms >= patienceMs) missed.push(`${change.what} on ${change.page} of process ${index}`);
      }
    }
    return { delays, missed, seed: options.seed };
  } finally {
    await closeConnections();
    for (const program of programs.reverse()) await program.stop();
    for (const folder of folders) await removeFolder(folder);
  }
}

interface Change {
  readonly what: string;
  /** A page that shows it. */
  readonly page: string;
  /** What the page says since. */
  readonly text: string;
}

async function makeChange(random: SeededRandom): Promise<Change> {
  const text = `Baru ${randomUUID()}`;
  const sql = asSeed();
  const products = await sql<{ slug: string; category: string }[]>`
    select p.slug, c.slug as category from products p join product_categories pc on pc.product_id = p.id
    join categories c on c.id = pc.category_id where p.status = 'published' order by p.slug`;
  const { slug, category } = random.pick(products);
  const what = random.pick(["name", "price", "category", "shop", "publication"] as const);
  const name = sql.json({ id: text, en: text });
  switch (what) {
    case "name":
      await sql`update products set name = ${name} where slug = ${slug}`;
      return { what, text, page: random.pick([`/item/${slug}`, `/Shop?category=${category}`]) };
    case "price": {
      const price = 1_000_000 + Math.floor(random.next() * 8_000_000);
      await sql`
        update product_variants set price = ${price}, was_price = null
        where product_id = (select id from products where slug = ${slug})`;
      return { what, text: price.toLocaleString("id-ID"), page: `/item/${slug}` };
    }
    case "category":
      await sql`update categories set name = ${name} where slug = ${category}`;
      return { what, text, page: random.pick(["/", `/Shop?category=${category}`, "/Cart"]) };
    case "shop":
      await sql`update shop_settings set name = ${text}`;
      return { what, text, page: random.pick(["/", "/Faq", "/en/About"]) };
    case "publication":
      await sql`
        update products set published_at = null, status = 'draft', name = ${name} where slug = ${slug}`;
      await sql`update products set published_at = now(), status = 'published' where slug = ${slug}`;
      return { what, text, page: `/item/${slug}` };
  }
}

/** @returns milliseconds from the commit, or `patienceMs` */
async function untilShown(url: string, text: string, committed: number): Promise<number> {
  for (;;) {
    const page = await (await fetch(url)).text();
    const passed = performance.now() - committed;
    if (page.includes(text)) return passed;
    if (passed > patienceMs) return patienceMs;
    await setImmediate();
  }
}
