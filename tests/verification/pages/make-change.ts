import { randomUUID } from "node:crypto";
import type { SeededRandom } from "#db/seed/deterministic.ts";
import { asSeed } from "../../support/runner/connections.ts";

/** A change of the catalogue, and where it is to be seen. */
export interface Change {
  /** What it replaces: the next change of this thing makes this one unseen. */
  readonly thing: string;
  /** A page that shows it. */
  readonly page: string;
  /** What the page says since. */
  readonly text: string;
}

/** Changes something at random, past every process of the shop. */
export async function makeChange(random: SeededRandom): Promise<Change> {
  const text = `Baru ${randomUUID()}`;
  const sql = asSeed();
  const products = await sql<{ slug: string; category: string }[]>`
    select p.slug, c.slug as category from products p join product_categories pc on pc.product_id = p.id
    join categories c on c.id = pc.category_id where p.status = 'published' order by p.slug`;
  const { slug, category } = random.pick(products);
  const name = sql.json({ id: text, en: text });
  switch (random.pick(["name", "price", "category", "shop", "publication"] as const)) {
    case "name": {
      await sql`update products set name = ${name} where slug = ${slug}`;
      const page = random.pick([`/item/${slug}`, `/Shop?category=${category}`]);
      return { thing: `name of ${slug}`, text, page };
    }
    case "price": {
      const price = 1_000_000 + Math.floor(random.next() * 8_000_000);
      await sql`
        update product_variants set price = ${price}, was_price = null
        where product_id = (select id from products where slug = ${slug})`;
      const shown = price.toLocaleString("id-ID");
      return { thing: `price of ${slug}`, text: shown, page: `/item/${slug}` };
    }
    case "category": {
      await sql`update categories set name = ${name} where slug = ${category}`;
      const page = random.pick(["/", `/Shop?category=${category}`, "/Cart"]);
      return { thing: `category ${category}`, text, page };
    }
    case "shop":
      await sql`update shop_settings set name = ${text}`;
      return { thing: "shop", text, page: random.pick(["/", "/Faq", "/en/About"]) };
    case "publication":
      await sql`
        update products set published_at = null, status = 'draft', name = ${name} where slug = ${slug}`;
      await sql`update products set published_at = now(), status = 'published' where slug = ${slug}`;
      return { thing: `name of ${slug}`, text, page: `/item/${slug}` };
  }
}
