import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { type CategoryProblem, refusedByTree } from "./categories.server.ts";

/**
 * Moves everything of a category into another one and deletes it: products, categories below, promotions, delivery methods,
 * sales, rules of collections, stocktakes that are not closed, saved views. Its addresses lead to the other one.
 * @returns `category_cycle` when the other one is below it
 */
export function mergeCategory(
  actor: Person,
  source: string,
  target: string,
): Promise<Result<null, CategoryProblem>> {
  return refusedByTree(() =>
    asStaff<null, CategoryProblem>(actor, "products.delete", async (sql) => {
      // This update of no rows fires the trigger that locks the tree, before rows are locked (0017_catalogue.sql).
      await sql`update categories set position = position where false`;
      const found = await sql<{ id: string; path: string[] }[]>`
        select id, path from categories where id in (${source}, ${target}) order by id for update`;
      const other = found.find(({ id }) => id === target);
      if (!other || !found.some(({ id }) => id === source)) return fail("not_found");
      if (other.path.includes(source)) return fail("category_cycle");
      await moveReferences(sql, source, target);
      await sql`
        update categories set parent_id = ${target},
          position = position + (select coalesce(max(position) + 1, 0) from categories where parent_id = ${target})
        where parent_id = ${source}`;
      await sql`select private.redirect_category(${source}, ${target})`;
      await sql`delete from categories where id = ${source}`;
      return ok(null);
    }),
  );
}

async function moveReferences(sql: Sql, source: string, target: string): Promise<void> {
  await sql`
    insert into product_categories (product_id, category_id)
    select product_id, ${target} from product_categories where category_id = ${source} on conflict do nothing`;
  await sql`delete from product_categories where category_id = ${source}`;
  await sql`
    insert into promotion_categories (promotion_id, category_id, use)
    select promotion_id, ${target}, use from promotion_categories where category_id = ${source} on conflict do nothing`;
  await sql`delete from promotion_categories where category_id = ${source}`;
  await sql`
    insert into shipping_method_excluded_categories (method_id, category_id)
    select method_id, ${target} from shipping_method_excluded_categories where category_id = ${source}
    on conflict do nothing`;
  await sql`delete from shipping_method_excluded_categories where category_id = ${source}`;
  await sql`
    update sales set category_ids = array(
      select distinct case id when ${source}::uuid then ${target}::uuid else id end from unnest(category_ids) id)
    where category_ids @> array[${source}::uuid]`;
  await sql`
    update collections set rule = rule || jsonb_build_object('category_ids', (
      select jsonb_agg(distinct case one when ${source} then ${target} else one end)
      from jsonb_array_elements_text(rule -> 'category_ids') t (one)))
    where rule -> 'category_ids' ? ${source}`;
  await sql`
    update stocktakes set category_id = ${target}
    where category_id = ${source} and state in ('draft', 'counting', 'review')`;
  await sql`
    update private.saved_views set filter = replace(filter::text, ${source}, ${target})::jsonb
    where filter::text like ${`%${source}%`}`;
}
