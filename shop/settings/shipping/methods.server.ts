import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { MethodInput } from "./method-input.ts";
import type { Translated } from "./typed-values.ts";

/** A method in the list. */
export interface MethodRow {
  readonly id: string;
  readonly name: Translated;
  readonly courier: string;
  readonly service: string;
  readonly source: MethodInput["source"];
  readonly enabled: boolean;
  readonly min_weight_grams: number;
  readonly max_weight_grams: number;
  /** Zones in which it has a price. */
  readonly zones: number;
}

export interface Method extends MethodInput {
  readonly id: string;
  readonly version: number;
  /** The excluded products by name. */
  readonly excluded_products: readonly { readonly id: string; readonly name: Translated }[];
  readonly rates: number;
}

export type MethodProblem =
  | "method_not_found"
  | "changed_meanwhile"
  | "product_unknown"
  | "category_unknown"
  | "class_unknown"
  | "not_permitted";

export async function listMethods(): Promise<readonly MethodRow[]> {
  return asShop()<MethodRow[]>`
    select m.id, m.name, m.courier, m.service, m.source, m.enabled, m.min_weight_grams, m.max_weight_grams,
      (select count(*)::int from shipping_rates r where r.method_id = m.id) as zones
    from shipping_methods m order by m.position, m.id`;
}

export async function findShippingMethod(
  id: string,
  sql: Sql = asShop(),
): Promise<Method | undefined> {
  const [method] = await sql<Method[]>`
    select m.id, m.version, m.name, m.courier, m.service, m.source, m.fallback, m.enabled, m.min_weight_grams,
      m.max_weight_grams, m.min_subtotal, m.max_subtotal, m.excluded_product_ids, m.payment_methods, m.step_grams,
      m.volumetric_divisor,
      array(select class from shipping_method_classes where method_id = m.id order by class) as classes,
      array(
        select category_id from shipping_method_excluded_categories where method_id = m.id order by category_id
      ) as excluded_category_ids,
      (
        select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name ->> 'id'), '[]')
        from products p where p.id = any (m.excluded_product_ids)
      ) as excluded_products,
      (select count(*)::int from shipping_rates where method_id = m.id) as rates
    from shipping_methods m where m.id = ${id}`;
  return method;
}

/** @param known the method and the version that was read; null for a new method */
export async function saveMethod(
  actor: Person,
  known: { readonly id: string; readonly version: number } | null,
  input: MethodInput,
): Promise<Result<{ id: string; version: number }, MethodProblem>> {
  try {
    return await asStaff<{ id: string; version: number }, MethodProblem>(
      actor,
      "shipping.edit",
      (sql) => writeMethod(sql, known, input),
    );
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "method_category_unknown") return fail("category_unknown");
    if (constraint === "method_shipping_class_unknown") return fail("class_unknown");
    throw error;
  }
}

/** The writes of `saveMethod`. It writes nothing after a problem. */
export async function writeMethod(
  sql: Sql,
  known: { readonly id: string; readonly version: number } | null,
  input: MethodInput,
): Promise<Result<{ id: string; version: number }, MethodProblem>> {
  const { classes, excluded_category_ids, ...rest } = input;
  const products = [...input.excluded_product_ids];
  const [unknown] = await sql`
    select from unnest(${products}::uuid[]) e (id)
    where not exists (select from products p where p.id = e.id) limit 1`;
  if (unknown) return fail("product_unknown");
  const facts = {
    ...rest,
    name: sql.json({ ...input.name }),
    excluded_product_ids: products,
    payment_methods: [...input.payment_methods],
  };
  const [method] = known
    ? await sql<{ id: string; version: number }[]>`
        update shipping_methods set ${sql(facts)}
        where id = ${known.id} and version = ${known.version} returning id, version`
    : await sql<{ id: string; version: number }[]>`
        insert into shipping_methods ${sql({ ...facts, position: await nextPosition(sql) })}
        returning id, version`;
  if (!method) {
    const [exists] = await sql`select from shipping_methods where id = ${known?.id ?? null}`;
    return fail(exists ? "changed_meanwhile" : "method_not_found");
  }
  const categories = [...excluded_category_ids];
  const carried = [...classes];
  await sql`
    delete from shipping_method_excluded_categories
    where method_id = ${method.id} and category_id <> all (${categories}::uuid[])`;
  await sql`
    insert into shipping_method_excluded_categories (method_id, category_id)
    select ${method.id}, id from unnest(${categories}::uuid[]) id on conflict do nothing`;
  await sql`
    delete from shipping_method_classes where method_id = ${method.id} and class <> all (${carried}::text[])`;
  await sql`
    insert into shipping_method_classes (method_id, class)
    select ${method.id}, class from unnest(${carried}::text[]) class on conflict do nothing`;
  return ok(method);
}

async function nextPosition(sql: Sql): Promise<number> {
  const [row] = await sql<{ next: number }[]>`
    select coalesce(max(position) + 1, 0) as next from shipping_methods`;
  return row?.next ?? 0;
}

/** Deletes a method with its prices. Orders keep what they were placed with. */
export async function deleteMethod(
  actor: Person,
  id: string,
  version: number,
): Promise<Result<null, MethodProblem>> {
  return asStaff<null, MethodProblem>(actor, "shipping.edit", async (sql) => {
    const [gone] = await sql`
      delete from shipping_methods where id = ${id} and version = ${version} returning id`;
    if (gone) return ok(null);
    const [exists] = await sql`select from shipping_methods where id = ${id}`;
    return exists ? fail("changed_meanwhile") : ok(null);
  });
}
