import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";

/** What each variant of a product costs by its id; one without a cost is missing. Null for staff who may not see costs. */
export async function findCosts(
  actor: Person,
  productId: string,
): Promise<Readonly<Record<string, Rupiah>> | null> {
  if (!may(actor, "costs.read") || !isUuid(productId)) return null;
  const rows = await asShop()<{ variant_id: string; cost: Rupiah }[]>`
    select distinct on (variant_id) variant_id, cost from variant_costs
    where product_id = ${productId} order by variant_id, id desc`;
  return Object.fromEntries(rows.map(({ variant_id, cost }) => [variant_id, cost]));
}

/** What one variant costs; null without a cost, and for staff who may not see costs. */
export async function findCost(actor: Person, variantId: string): Promise<Rupiah | null> {
  if (!may(actor, "costs.read") || !isUuid(variantId)) return null;
  const [row] = await asShop()<{ cost: Rupiah | null }[]>`
    select private.cost_of(${variantId}) as cost`;
  return row?.cost ?? null;
}

/** Whether figures are valued at cost for this person: they may see costs, and there are some. */
export async function valuesAtCost(actor: Person): Promise<boolean> {
  if (!may(actor, "costs.read")) return false;
  const [row] = await asShop()<
    { any: boolean }[]
  >`select exists (select from variant_costs) as any`;
  return row?.any === true;
}

export type CostProblem = "not_permitted" | "not_found";

/** Sets what variants of a product cost from now on. A cost that does not change leaves no row. */
export function saveCosts(
  actor: Person,
  productId: string,
  costs: Readonly<Record<string, Rupiah>>,
): Promise<Result<null, CostProblem>> {
  return asStaff<null, CostProblem>(actor, "costs.edit", async (sql) => {
    if (!isUuid(productId)) return fail("not_found");
    const rows = Object.entries(costs).map(([id, cost]) => ({ id, cost }));
    const [found] = await sql<{ n: number }[]>`
      select count(*)::int as n from product_variants
      where product_id = ${productId} and id = any (${Object.keys(costs)}::uuid[])`;
    if (found?.n !== rows.length) return fail("not_found");
    await sql`
      insert into variant_costs (variant_id, cost, actor_id)
      select n.id, n.cost, ${actor.id} from jsonb_to_recordset(${sql.json(rows)}) n (id uuid, cost bigint)
      where n.cost is distinct from private.cost_of(n.id) order by n.id`;
    return ok(null);
  });
}

/** Averages the cost of received pieces into that of their variant; a repeated call changes nothing. */
export async function bookUnitCost(
  sql: Sql,
  actor: Person,
  movementId: number,
  variantId: string,
  unitCost: Rupiah,
): Promise<void> {
  await sql`
    insert into variant_costs (variant_id, movement_id, unit_cost, cost, actor_id)
    values (${variantId}, ${movementId}, ${unitCost}, 0, ${actor.id}) on conflict (movement_id) do nothing`;
}
