import type { Sql } from "#db/client.server.ts";

/** Forgets what a person typed into the editor of a product, e.g. because it was saved. */
export async function deleteDraft(sql: Sql, productId: string, authorId: string): Promise<void> {
  await sql`
    delete from private.product_drafts where product_id = ${productId} and author_id = ${authorId}`;
}
