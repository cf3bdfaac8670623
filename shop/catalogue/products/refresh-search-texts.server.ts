import { inTransaction, type Sql } from "#db/client.server.ts";

/** The task of the queue that a renamed, moved or merged category starts. */
export const refreshSearchTextsTask = "refresh-search-texts";

/** Products whose search text one transaction makes again. */
const productsPerChunk = 500;

/** Makes the search texts of products follow renamed and moved categories, chunk by chunk until none is left. */
export async function refreshSearchTexts(perChunk = productsPerChunk): Promise<void> {
  while (await inTransaction((sql) => refreshChunk(sql, perChunk)));
}

/** @returns whether there was something to do */
async function refreshChunk(sql: Sql, perChunk: number): Promise<boolean> {
  // Another renaming of the category waits for this transaction, and then begins from the first product.
  const [renamed] = await sql<{ category_id: string; done_to: string | null }[]>`
    select category_id, done_to from private.renamed_categories
    order by renamed_at, category_id limit 1 for update skip locked`;
  if (!renamed) return false;
  const { category_id, done_to } = renamed;
  const products = await sql<{ id: string }[]>`
    select distinct k.product_id as id
    from categories c join product_categories k on k.category_id = c.id
    where c.path @> array[${category_id}::uuid] and (${done_to}::uuid is null or k.product_id > ${done_to})
    order by 1 limit ${perChunk}`;
  const ids = products.map(({ id }) => id);
  // Locked before they are read: a variant that is saved at the same moment is then in the text.
  await sql`select from products where id = any (${ids}) order by id for update`;
  await sql`select private.refresh_products(${ids})`;
  // A category that was moved stands below others now.
  await sql`select private.place_products(${ids})`;
  await (ids.length < perChunk
    ? sql`delete from private.renamed_categories where category_id = ${category_id}`
    : sql`update private.renamed_categories set done_to = ${ids.at(-1) ?? null} where category_id = ${category_id}`);
  return true;
}
