import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";

/**
 * Leads an address of long ago to a product or category; the caller has checked the permission `products.edit`.
 * @param targetSlug null takes the redirect away
 * @throws a refusal of the database: `slug_in_use`, `slug_invalid`
 */
export async function setRedirect(
  sql: Sql,
  kind: "product" | "category",
  oldSlug: string,
  targetSlug: string | null,
): Promise<Result<null, "target_unknown">> {
  if (targetSlug === null) {
    await sql`select private.set_redirect(${kind}, ${oldSlug}, null)`;
    return ok(null);
  }
  const [target] =
    kind === "product"
      ? await sql<{ id: string }[]>`select id from products where slug = ${targetSlug}`
      : await sql<{ id: string }[]>`select id from categories where slug = ${targetSlug}`;
  if (!target) return fail("target_unknown");
  await sql`select private.set_redirect(${kind}, ${oldSlug}, ${target.id})`;
  return ok(null);
}
