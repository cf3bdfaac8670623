import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import { isSame } from "#shop/staff/three-way.ts";
import type { Limits, RoleLimits, ShopLimits } from "./role-limits.ts";

export interface LimitedRole {
  readonly id: string;
  /** Empty for a built-in role. */
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly limits: RoleLimits;
}

export type LimitsProblem =
  | "not_permitted"
  /** Only administrators change limits. */
  | "beyond_own_rights"
  | "reauthentication_needed"
  | "not_found"
  | "changed_meanwhile";

/** The shop's limits, and those of each role; undefined for staff who may not see them. */
export async function readLimits(
  actor: Person,
): Promise<
  { readonly shop: Limits & ShopLimits; readonly roles: readonly LimitedRole[] } | undefined
> {
  if (!may(actor, "staff.edit")) return undefined;
  const sql = asShop();
  const [[shop], roles] = await Promise.all([
    sql<(Limits & ShopLimits)[]>`
      select s.refund_limit as refund, s.refund_day_limit as refund_day, y.write_off_limit as write_off,
        y.price_cut_limit as price_cut,
        y.recipients_limit as recipients, y.staff_discount_limit as staff_discount, y.factor_reset_alone
      from shop_settings s cross join staff_policy y`,
    sql<LimitedRole[]>`
      select id, name, permissions, limits from staff_roles
      order by built_in desc, cardinality(permissions) desc, lower(name), id`,
  ]);
  if (!shop) throw new Error("the shop has no settings row");
  return { shop, roles };
}

/** Sets what people with a role may do alone, also with a built-in one. @param before what the actor saw */
export function saveRoleLimits(
  actor: Person,
  roleId: string,
  before: RoleLimits,
  after: RoleLimits,
): Promise<Result<null, LimitsProblem>> {
  return write(actor, async (sql) => {
    const [role] = await sql<{ limits: RoleLimits }[]>`
      select limits from staff_roles where id = ${roleId} for update`;
    if (!role) return fail("not_found");
    if (!isSame(role.limits, before) && !isSame(role.limits, after)) {
      return fail("changed_meanwhile");
    }
    await sql`
      update staff_roles set limits = ${sql.json(after)}
      where id = ${roleId} and limits <> ${sql.json(after)}`;
    return ok(null);
  });
}

/** Sets what administrators, and people whose role has no limits of its own, may do alone. */
export function saveShopLimits(
  actor: Person,
  { write_off, price_cut, recipients, staff_discount, factor_reset_alone: alone }: ShopLimits,
): Promise<Result<null, LimitsProblem>> {
  return write(actor, async (sql) => {
    await sql`
      update staff_policy
      set write_off_limit = ${write_off}, price_cut_limit = ${price_cut}, recipients_limit = ${recipients},
        staff_discount_limit = ${staff_discount}, factor_reset_alone = ${alone}
      where (write_off_limit, price_cut_limit, recipients_limit, staff_discount_limit, factor_reset_alone)
        is distinct from (${write_off}::bigint, ${price_cut}::int, ${recipients}::int, ${staff_discount}::int, ${alone}::boolean)`;
    return ok(null);
  });
}

function write(
  actor: Person,
  work: (sql: Sql) => Promise<Result<null, LimitsProblem>>,
): Promise<Result<null, LimitsProblem>> {
  return asStaff<null, LimitsProblem>(actor, "staff.edit", async (sql) => {
    const [own] = await sql<{ is_admin: boolean }[]>`
      select private.role_of(${actor.id}) = 'ADMIN' as is_admin`;
    if (!own?.is_admin) return fail("beyond_own_rights");
    return (await isFresh(sql, actor)) ? work(sql) : fail("reauthentication_needed");
  });
}
