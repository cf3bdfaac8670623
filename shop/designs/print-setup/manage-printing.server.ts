import { fail, ok, type Result } from "#base/result.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { refreshPrintPrice } from "./refresh-print-price.server.ts";

export type ManagePrintingProblem = "not_permitted" | "not_found";

export interface PrintingOffer {
  /** Buyers may have the product printed. */
  readonly offered: boolean;
  /** Buyers can no longer have it without a print. */
  readonly required: boolean;
}

/** Offers buyers to have a product printed, or no longer; designs in carts and orders stay. */
export function offerPrinting(
  actor: Person,
  productId: string,
  { offered, required }: PrintingOffer,
): Promise<Result<null, ManagePrintingProblem>> {
  return asStaff<null, ManagePrintingProblem>(actor, "products.edit", async (sql) => {
    const [found] = await sql`select from products where id = ${productId} for no key update`;
    if (!found) return fail("not_found");
    await sql`
      update products set personalisable = ${offered}, print_required = ${required}
      where id = ${productId} and (personalisable, print_required) <> (${offered}, ${required})`;
    await refreshPrintPrice(sql, productId);
    return ok(null);
  });
}

/** Moves a template to a place among those of its product, counted from 0; beyond the end, to the end. */
export function moveTemplate(
  actor: Person,
  productId: string,
  id: string,
  place: number,
): Promise<Result<null, ManagePrintingProblem>> {
  return asStaff<null, ManagePrintingProblem>(actor, "products.edit", async (sql) => {
    const stored = await sql<{ id: string }[]>`
      select id from design_templates where product_id = ${productId} order by position, id for update`;
    const others = stored.map((template) => template.id).filter((other) => other !== id);
    if (others.length === stored.length) return fail("not_found");
    const ordered = others.toSpliced(Math.max(0, place), 0, id);
    await sql`
      update design_templates t set position = wanted.place
      from unnest(${ordered}::uuid[]) with ordinality wanted (id, place)
      where t.id = wanted.id and t.position <> wanted.place`;
    return ok(null);
  });
}

/** Deletes a template. What buyers made of it stays. */
export function deleteTemplate(
  actor: Person,
  productId: string,
  id: string,
): Promise<Result<null, ManagePrintingProblem>> {
  return asStaff<null, ManagePrintingProblem>(actor, "products.edit", async (sql) => {
    const [gone] = await sql`
      delete from design_templates where id = ${id} and product_id = ${productId} returning id`;
    if (!gone) return fail("not_found");
    await refreshPrintPrice(sql, productId);
    return ok(null);
  });
}
