import * as v from "valibot";
import type { LocalText } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql, violatedConstraint } from "#db/client.server.ts";
import { slugOf } from "#shop/catalogue/products/slug.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { placeInOrder } from "#shop/kernel/place-in-order.server.ts";
import { optionalTextLine, textLine } from "#shop/kernel/text-line.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";

/** A category as staff see it. */
export interface StaffCategory {
  readonly id: string;
  readonly version: number;
  readonly slug: string;
  readonly name: LocalText;
  readonly description: LocalText;
  readonly published: boolean;
  /** Null: of the first level. */
  readonly parent_id: string | null;
  /** The ids from the first level down to this category. */
  readonly path: readonly string[];
  readonly seo: { readonly title: LocalText; readonly description: LocalText };
  /** A picture of one of its products; null: that of its best seller. */
  readonly picture_id: string | null;
  /** Products in it, drafts included. */
  readonly products: number;
  /** Products in it and below it, each once. */
  readonly products_below: number;
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
  parent_id: v.nullable(v.pipe(v.string(), v.uuid("invalid_input"))),
  seo: v.object({
    title: v.object({ id: optionalTextLine(70), en: optionalTextLine(70) }),
    description: v.object({ id: optionalTextLine(200), en: optionalTextLine(200) }),
  }),
  picture_id: v.nullable(v.pipe(v.string(), v.uuid("invalid_input"))),
});
export type CategoryInput = v.InferOutput<typeof categorySchema>;

export type CategoryProblem =
  | "not_permitted"
  | "not_found"
  | "changed_meanwhile"
  | "category_slug_taken"
  | "category_slug_redirected"
  | "category_in_use"
  | "category_cycle"
  | "category_too_deep"
  | "category_parent_unknown"
  | "category_picture_unknown"
  | "category_has_children"
  | "category_not_empty";

const noText: LocalText = { id: "", en: "" };

/** What PostgreSQL refuses, by constraint. */
const refusals: Readonly<Record<string, CategoryProblem>> = {
  category_slug_taken: "category_slug_taken",
  category_slug_redirected: "category_slug_redirected",
  category_cycle: "category_cycle",
  category_too_deep: "category_too_deep",
  category_picture_unknown: "category_picture_unknown",
  promotion_category_unknown: "category_in_use",
  method_category_unknown: "category_in_use",
  product_categories_category_id_fkey: "category_not_empty",
};

/** The problem that PostgreSQL's refusal means; any other error is thrown again. */
export async function refusedByTree<T>(
  work: () => Promise<Result<T, CategoryProblem>>,
  ofParent: CategoryProblem = "category_parent_unknown",
): Promise<Result<T, CategoryProblem>> {
  try {
    return await work();
  } catch (error) {
    const constraint = violatedConstraint(error) ?? "";
    const problem = constraint === "category_parent_unknown" ? ofParent : refusals[constraint];
    if (problem) return fail(problem);
    throw error;
  }
}

/** All categories in the order of the tree. */
export async function listStaffCategories(actor: Person): Promise<readonly StaffCategory[]> {
  if (!may(actor, "products.read")) return [];
  return asShop()<StaffCategory[]>`
    with members as materialized (
      select distinct up.id as category_id, k.product_id
      from product_categories k join categories c on c.id = k.category_id cross join unnest(c.path) up (id)
    ), sums as (select category_id, count(*)::int as n from members group by category_id)
    select c.id, c.version, c.slug, c.name, c.description, c.published, c.parent_id, c.path, c.seo, c.picture_id,
      (select count(*)::int from product_categories p where p.category_id = c.id) as products,
      coalesce(sums.n, 0) as products_below
    from categories c join private.category_tree t using (id) left join sums on sums.category_id = c.id
    order by t.place`;
}

/** A category as it is saved. @returns undefined for an unknown one, and for staff who may not see it */
export async function findStaffCategory(
  actor: Person,
  id: string,
): Promise<CategoryInput | undefined> {
  if (!may(actor, "products.read") || !isUuid(id)) return undefined;
  const [category] = await asShop()<CategoryInput[]>`
    select id, version, slug, name, description, published, parent_id, seo, picture_id from categories where id = ${id}`;
  return category;
}

/** Makes or changes a category. A changed slug leaves a redirect; another parent puts it at the end there. */
export function saveCategory(
  actor: Person,
  input: CategoryInput,
): Promise<Result<null, CategoryProblem>> {
  const { id, version, parent_id } = input;
  const slug = input.slug || slugOf(input.name.id) || `kategori-${id.slice(0, 8)}`;
  return refusedByTree(() =>
    asStaff<null, CategoryProblem>(actor, "products.edit", async (sql) => {
      if (version === 0) {
        await insertCategory(sql, { ...input, slug });
        return ok(null);
      }
      const row = {
        slug,
        parent_id,
        published: input.published,
        picture_id: input.picture_id,
        name: sql.json(input.name),
        description: sql.json(input.description),
        seo: sql.json(input.seo),
      };
      const [saved] = await sql`
        update categories c set ${sql(row)}, position = case
          when c.parent_id is not distinct from ${parent_id} then c.position
          else (select coalesce(max(o.position) + 1, 0) from categories o where o.parent_id is not distinct from ${parent_id})
        end
        where c.id = ${id} and c.version = ${version} returning c.id`;
      if (saved) return ok(null);
      const [known] = await sql`select from categories where id = ${id}`;
      return fail(known ? "changed_meanwhile" : "not_found");
    }),
  );
}

/** Adds a category at the end of its parent's. */
export async function insertCategory(
  sql: Sql,
  category: Pick<CategoryInput, "id" | "slug" | "name" | "description" | "published"> &
    Partial<Pick<CategoryInput, "parent_id" | "seo" | "picture_id">>,
): Promise<void> {
  const { id, slug, name, description, published, parent_id = null, picture_id = null } = category;
  const { seo = { title: noText, description: noText } } = category;
  await sql`
    insert into categories (id, slug, name, description, published, parent_id, seo, picture_id, position)
    select ${id}, ${slug}, ${sql.json(name)}, ${sql.json(description)}, ${published}, ${parent_id}, ${sql.json(seo)},
      ${picture_id}, coalesce(max(position) + 1, 0)
    from categories where parent_id is not distinct from ${parent_id}
    on conflict (id) do nothing`;
}

/** Moves a category to a place among those of its parent, counted from 0; beyond the end, to the end. */
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

/** Deletes a category without products and without categories below; one that a promotion or a delivery method names stays. */
export function deleteCategory(actor: Person, id: string): Promise<Result<null, CategoryProblem>> {
  return refusedByTree(
    () =>
      asStaff<null, CategoryProblem>(actor, "products.delete", async (sql) => {
        await sql`delete from categories where id = ${id}`;
        return ok(null);
      }),
    "category_has_children",
  );
}
