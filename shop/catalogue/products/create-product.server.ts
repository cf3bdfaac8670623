import type { LocalText } from "#base/language.ts";
import { ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { slugOf } from "./slug.ts";

/**
 * Creates a draft with one variant, or finds the one that an earlier request with the same id created.
 * @param id chosen by the form
 */
export function createProduct(
  actor: Person,
  { id, name }: { readonly id: string; readonly name: LocalText },
): Promise<Result<{ id: string }, "not_permitted">> {
  return asStaff(actor, "products.edit", async (sql) => {
    const wanted = slugOf(name.id) || "produk";
    const own = ownSlug(wanted, id);
    if (await insertDraft(sql, id, wanted, name)) {
      await sql`
        insert into product_variants (product_id, sku, price, weight_grams)
        select ${id}, case when exists (select from product_variants where sku = ${skuOf(wanted)})
          then ${skuOf(own)} else ${skuOf(wanted)} end, 0, 0`;
    }
    return ok({ id });
  });
}

/** A draft without variants. A slug that is taken, or that leads to another product, gets the beginning of the id. */
export async function insertDraft(
  sql: Sql,
  id: string,
  wanted: string,
  name: LocalText,
): Promise<boolean> {
  const [made] = await sql`
    insert into products (id, slug, name)
    select ${id}, case when exists (select from products where slug = ${wanted})
        or exists (select from slug_redirects where kind = 'product' and old_slug = ${wanted})
      then ${ownSlug(wanted, id)} else ${wanted} end, ${sql.json(name)}
    on conflict (id) do nothing returning id`;
  return made !== undefined;
}

function ownSlug(wanted: string, id: string): string {
  return `${wanted}-${id.slice(0, 8)}`;
}

function skuOf(slug: string): string {
  return slug.toUpperCase().slice(0, 64);
}
