import * as v from "valibot";
import type { LocalText } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, violatedConstraint } from "#db/client.server.ts";
import { may, type Person } from "#shop/access.ts";
import { placeInOrder } from "#shop/place-in-order.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { optionalTextLine, textLine } from "#shop/text-line.ts";
import { slugOf } from "./slug.ts";

/** A category as staff see it. */
export interface StaffCategory {
  readonly id: string;
  readonly version: number;
  readonly slug: string;
  readonly name: LocalText;
  readonly description: LocalText;
  readonly published: boolean;
  /** Products in it, drafts included. */
  readonly products: number;
}

export const categorySchema = v.object({
  /** Chosen by the form: saving the same id again changes the category. */
  id: v.pipe(v.string(), v.uuid("invalid_input")),
  /** 0: new. */
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  name: v.object({ id: textLine(80), en: optionalTextLine(80) }),
  description: v.object({ id: optionalTextLine(300), en: optionalTextLine(300) }),
  /** Empty: made of the name. */
  slug: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.maxLength(80, "too_long"),
    v.regex(/^(|[a-z0-9]+(-[a-z0-9]+)*)$/, "slug_invalid"),
  ),
  published: v.boolean(),
});
export type CategoryInput = v.InferOutput<typeof categorySchema>;

export type CategoryProblem =
  | "not_permitted"
  | "not_found"
  | "changed_meanwhile"
  | "category_slug_taken"
  | "category_slug_redirected"
  | "category_in_use";

/** All categories in the order of the shop window. */
export async function listStaffCategories(actor: Person): Promise<readonly StaffCategory[]> {
  if (!may(actor, "products.read")) return [];
  return asShop()<StaffCategory[]>`
    select c.id, c.version, c.slug, c.name, c.description, c.published,
      (select count(*)::int from product_categories p where p.category_id = c.id) as products
    from categories c order by c.position, c.id`;
}

/** Makes or changes a category. A changed slug leaves a redirect. */
export async function saveCategory(
  actor: Person,
  input: CategoryInput,
): Promise<Result<null, CategoryProblem>> {
  const { id, version, name, description, published } = input;
  const slug = input.slug || slugOf(name.id) || `kategori-${id.slice(0, 8)}`;
  try {
    return await asStaff<null, CategoryProblem>(actor, "products.edit", async (sql) => {
      const row = {
        slug,
        name: sql.json(name),
        description: sql.json(description),
        published,
      };
      if (version === 0) {
        await sql`
          insert into categories (id, slug, name, description, published, position)
          select ${id}, ${slug}, ${row.name}, ${row.description}, ${published},
            coalesce(max(position) + 1, 0) from categories
          on conflict (id) do nothing`;
        return ok(null);
      }
      const [saved] = await sql`
        update categories set ${sql(row)} where id = ${id} and version = ${version} returning id`;
      if (saved) return ok(null);
      const [known] = await sql`select from categories where id = ${id}`;
      return fail(known ? "changed_meanwhile" : "not_found");
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "category_slug_taken" || constraint === "category_slug_redirected") {
      return fail(constraint);
    }
    throw error;
  }
}

/** Moves a category to a place, counted from 0; beyond the end, to the end. */
export function moveCategory(
  actor: Person,
  id: string,
  wanted: number,
): Promise<Result<null, CategoryProblem>> {
  return asStaff<null, CategoryProblem>(actor, "products.edit", async (sql) => {
    if (!(await placeInOrder(sql, "categories", id, wanted))) return fail("not_found");
    return ok(null);
  });
}

/** Deletes a category; its products stay. One that a promotion or a delivery method names is kept. */
export async function deleteCategory(
  actor: Person,
  id: string,
): Promise<Result<null, CategoryProblem>> {
  try {
    return await asStaff<null, CategoryProblem>(actor, "products.delete", async (sql) => {
      await sql`delete from categories where id = ${id}`;
      return ok(null);
    });
  } catch (error) {
    const inUse = ["promotion_category_unknown", "method_category_unknown"];
    if (inUse.includes(violatedConstraint(error) ?? "")) return fail("category_in_use");
    throw error;
  }
}
