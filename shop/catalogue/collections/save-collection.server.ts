import { fail, ok, type Result } from "#base/result.ts";
import { type Sql, violatedConstraint } from "#db/client.server.ts";
import { slugOf } from "#shop/catalogue/products/slug.ts";
import type { Person } from "#shop/kernel/access.ts";
import { type ShopTimeZone, shopInstant } from "#shop/kernel/time-zones.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { CollectionInput } from "./collection.ts";
import { beginFilling } from "./fill-collections.server.ts";

export type CollectionProblem =
  | "not_permitted"
  | "not_found"
  | "changed_meanwhile"
  | "collection_slug_taken"
  | "collection_slug_redirected"
  | "product_not_found";

/** Makes or changes a collection with its products. */
export async function saveCollection(
  actor: Person,
  input: CollectionInput,
): Promise<Result<null, CollectionProblem>> {
  try {
    const saved = await asStaff<null, CollectionProblem>(actor, "products.edit", async (sql) => {
      const { id, version, product_ids, published_from, published_to, ...rest } = input;
      const [shop] = await sql<{ time_zone: ShopTimeZone }[]>`select time_zone from shop_settings`;
      if (!shop) throw new Error("the shop has no settings row");
      const at = (moment: string | null) =>
        moment === null ? null : shopInstant(moment, shop.time_zone);
      const row = {
        ...rest,
        slug: rest.slug || slugOf(rest.name.id) || `koleksi-${id.slice(0, 8)}`,
        name: sql.json(rest.name),
        description: sql.json(rest.description),
        rule: sql.json(rest.kind === "rule" ? rest.rule : {}),
        seo: sql.json(rest.seo),
        published_from: at(published_from),
        published_to: at(published_to),
      };
      if (version === 0) {
        const [made] = await sql`
          insert into collections ${sql({ id, ...row } as never)} on conflict (id) do nothing returning id`;
        if (!made) return ok(null);
      } else {
        const [updated] = await sql`
          update collections set ${sql(row as never)} where id = ${id} and version = ${version} returning id`;
        if (!updated) {
          const [known] = await sql`select from collections where id = ${id}`;
          return fail(known ? "changed_meanwhile" : "not_found");
        }
      }
      await writeProducts(sql, id, rest.kind === "manual" ? product_ids : []);
      return ok(null);
    });
    if (saved.ok && input.kind === "rule") await beginFilling();
    return saved;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "collection_slug_taken" || constraint === "collection_slug_redirected") {
      return fail(constraint);
    }
    if (constraint === "collection_products_product_id_fkey") return fail("product_not_found");
    throw error;
  }
}

async function writeProducts(sql: Sql, id: string, wanted: readonly string[]): Promise<void> {
  const ids = [...new Set(wanted)];
  await sql`
    delete from collection_products where collection_id = ${id} and product_id <> all (${ids}::uuid[])`;
  await sql`
    insert into collection_products (collection_id, product_id, position)
    select ${id}, w.id, w.place - 1 from unnest(${ids}::uuid[]) with ordinality w (id, place)
    on conflict (collection_id, product_id) do update set position = excluded.position
    where collection_products.position <> excluded.position`;
}

/** Deletes a collection; its products stay. */
export function deleteCollection(
  actor: Person,
  id: string,
): Promise<Result<null, CollectionProblem>> {
  return asStaff<null, CollectionProblem>(actor, "products.edit", async (sql) => {
    const [deleted] = await sql`delete from collections where id = ${id} returning id`;
    return deleted ? ok(null) : fail("not_found");
  });
}
