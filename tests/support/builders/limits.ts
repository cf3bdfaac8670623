import type { Person } from "#shop/kernel/access.ts";
import type { BuiltInRole } from "#shop/kernel/permissions.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { makeCustomer, withProof } from "./shop.ts";

/** Another member of staff with a built-in role and a fresh proof. */
export async function makeStaff(name: string, role: BuiltInRole): Promise<Person> {
  const { person } = await makeCustomer(name);
  await asSeed()`update profiles set role = 'USER', staff_role = ${role} where id = ${person.id}`;
  const [row] = await asSeed()<{ keys: Person["permissions"] }[]>`
    select permissions as keys from staff_roles where id = ${role}`;
  return withProof({ ...person, role: "USER", permissions: row?.keys ?? [] });
}

/** What everybody may do alone whose role has no limits of its own; null: no limit. */
export async function setLimits(limits: {
  readonly write_off?: number | null;
  readonly price_cut?: number | null;
  readonly recipients?: number | null;
  readonly staff_discount?: number | null;
}): Promise<void> {
  await asSeed()`
    update staff_policy set write_off_limit = ${limits.write_off ?? null}, price_cut_limit = ${limits.price_cut ?? null},
      recipients_limit = ${limits.recipients ?? null}, staff_discount_limit = ${limits.staff_discount ?? null}`;
}

/** The newest request. */
export async function newestApproval(): Promise<{
  readonly id: string;
  readonly kind: string;
  readonly limit_kind: string;
  readonly amount: number;
  readonly decision: string | null;
  readonly reason: string;
}> {
  const [row] = await asSeed()<
    {
      id: string;
      kind: string;
      limit_kind: string;
      amount: number;
      decision: string | null;
      reason: string;
    }[]
  >`select id, kind, limit_kind, amount, decision, reason from approvals order by requested_at desc limit 1`;
  if (!row) throw new Error("nobody asked for approval");
  return row;
}
