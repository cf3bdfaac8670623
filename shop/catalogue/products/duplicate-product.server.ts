import type { LocalText } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { insertDraft } from "./create-product.server.ts";

/** Added to the name of a copy. */
const copyOf: LocalText = { id: "salinan", en: "copy" };
const maxName = 120;

/**
 * Makes a draft with the texts, options, variants, categories, tags and pictures of a product. Stock, orders, barcodes, costs
 * and addresses stay with the first; the pictures are the same files. SKUs get a part of their own. Prices are copied for staff who may change them.
 * @param copyId chosen by the form: the same id again finds the copy
 */
export function duplicateProduct(
  actor: Person,
  id: string,
  copyId: string,
): Promise<Result<{ id: string }, "not_permitted" | "not_found">> {
  return asStaff<{ id: string }, "not_found">(actor, "products.edit", async (sql) => {
    const [found] = await sql<{ slug: string; name: LocalText }[]>`
      select slug, name from products where id = ${id} for share`;
    if (!found) return fail("not_found");
    const named = (language: keyof LocalText) =>
      found.name[language] &&
      `${found.name[language].slice(0, maxName - 12)} (${copyOf[language]})`;
    const name = { id: named("id"), en: named("en") };
    if (!(await insertDraft(sql, copyId, `${found.slug}-salinan`.slice(0, 100), name))) {
      return ok({ id: copyId });
    }
    await sql`
      update products p set summary = o.summary, description = o.description, sections = o.sections, options = o.options,
        tags = o.tags, personalisable = o.personalisable, print_required = o.print_required, tax_class = o.tax_class, shipping_class = o.shipping_class,
        brand = o.brand, seo = o.seo, low_stock_at = o.low_stock_at
      from products o where o.id = ${id} and p.id = ${copyId}`;
    await sql`
      insert into product_categories (product_id, category_id)
      select ${copyId}, category_id from product_categories where product_id = ${id}`;
    const variants = await sql<{ id: string; copy: string }[]>`
      select id, gen_random_uuid() as copy from product_variants
      where product_id = ${id} and not archived order by position, id`;
    const mayPrice = may(actor, "prices.edit");
    const copies = sql.json(variants.map((variant) => ({ ...variant })));
    await sql`
      insert into product_variants (id, product_id, sku, options, price, was_price, weight_grams, length_mm, width_mm,
        height_mm, position, min_pieces, max_pieces)
      select c.copy, ${copyId}, left(v.sku, 55) || '-' || upper(left(replace(c.copy::text, '-', ''), 8)), v.options,
        ${mayPrice ? sql`v.price, v.was_price` : sql`0, null::bigint`}, v.weight_grams, v.length_mm, v.width_mm, v.height_mm, v.position, v.min_pieces, v.max_pieces
      from jsonb_to_recordset(${copies}) c (id uuid, copy uuid) join product_variants v on v.id = c.id`;
    await sql`
      insert into product_images (product_id, path, alt, colour, thumbhash, width, height, position, media_id, focal_x, focal_y,
        is_decorative, variant_ids)
      select ${copyId}, path, alt, colour, thumbhash, width, height, position, media_id, focal_x, focal_y, is_decorative,
        array(select c.copy from jsonb_to_recordset(${copies}) c (id uuid, copy uuid) where c.id = any (i.variant_ids))
      from product_images i where product_id = ${id}`;
    return ok({ id: copyId });
  });
}
