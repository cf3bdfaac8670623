import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";

/** Things that have addresses of their own, and their tables. */
const tables = { product: "products", category: "categories", collection: "collections" } as const;

/**
 * Leads an address of long ago to a product, category or collection; the caller has checked the permission `products.edit`.
 * @param targetSlug null takes the redirect away
 * @throws a refusal of the database: `slug_in_use`, `slug_invalid`
 */
export async function setRedirect(
  sql: Sql,
  kind: keyof typeof tables,
  oldSlug: string,
  targetSlug: string | null,
): Promise<Result<null, "target_unknown">> {
  if (targetSlug === null) {
    await sql`select private.set_redirect(${kind}, ${oldSlug}, null)`;
    return ok(null);
  }
  const [target] = await sql<{ id: string }[]>`
    select id from ${sql(tables[kind])} where slug = ${targetSlug}`;
  if (!target) return fail("target_unknown");
  await sql`select private.set_redirect(${kind}, ${oldSlug}, ${target.id})`;
  return ok(null);
}
