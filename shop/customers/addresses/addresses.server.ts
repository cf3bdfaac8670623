import { fail, ok, type Result } from "#base/result.ts";
import { asCaller, type Sql, sqlState, violatedConstraint } from "#db/client.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { shortPlace } from "#shop/kernel/regions/short-place.ts";
import type { Address, AddressInput } from "./address.ts";

export type AddressProblem = "too_many_addresses" | "region_required" | "address_not_found";

/** The actor's addresses, the default first. */
export function listAddresses(actor: Person): Promise<Address[]> {
  return asCaller(
    callerOf(actor),
    (sql) => sql<Address[]>`
      select a.id, a.label, a.recipient, a.phone, a.region_code, a.postal_code, a.street, a.landmark, a.is_default,
        r.full_name as region_name
      from addresses a join regions r on r.code = a.region_code
      order by a.is_default desc, a.created_at desc, a.id`,
    "read only",
  );
}

/** The place of the actor's main address, by its code and as people say it. */
export async function findMainRegion(
  actor: Person,
): Promise<{ readonly code: string; readonly label: string } | null> {
  const [main] = await listAddresses(actor);
  return main
    ? { code: main.region_code, label: `${shortPlace(main.region_name)} ${main.postal_code}` }
    : null;
}

/**
 * Adds an address, or changes the one with the id. The first address becomes the default; an identical one is not added
 * again.
 */
export async function saveAddress(
  actor: Person,
  input: AddressInput,
  id?: string,
): Promise<Result<{ id: string }, AddressProblem>> {
  try {
    return await asCaller(callerOf(actor), async (sql) => {
      const [row] = id
        ? await sql<
            { id: string }[]
          >`update addresses set ${sql(input)} where id = ${id} returning id`
        : await add(sql, actor, input);
      return row ? ok({ id: row.id }) : fail("address_not_found");
    });
  } catch (error) {
    if (violatedConstraint(error) === "too_many_addresses") return fail("too_many_addresses");
    const foreignKeyViolation = "23503";
    if (sqlState(error) === foreignKeyViolation) return fail("region_required");
    throw error;
  }
}

async function add(sql: Sql, actor: Person, input: AddressInput): Promise<{ id: string }[]> {
  // Serialises repeated submissions: the second finds the address of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`addresses:${actor.id}`}, 0))`;
  const { label, recipient, phone, region_code, postal_code, street, landmark } = input;
  const known = await sql<{ id: string }[]>`
    select id from addresses
    where (label, recipient, phone, region_code, postal_code, street, landmark)
      = (${label}, ${recipient}, ${phone}, ${region_code}, ${postal_code}, ${street}, ${landmark})`;
  if (known.length > 0) return known;
  return sql<{ id: string }[]>`
    insert into addresses ${sql({ ...input, is_default: await isFirst(sql) })} returning id`;
}

async function isFirst(sql: Sql): Promise<boolean> {
  const [known] = await sql`select from addresses where is_default limit 1`;
  return known === undefined;
}

export async function makeDefaultAddress(actor: Person, id: string): Promise<void> {
  await asCaller(callerOf(actor), async (sql) => {
    await sql`update addresses set is_default = false where is_default and id <> ${id}`;
    await sql`update addresses set is_default = true where id = ${id}`;
  });
}

export async function removeAddress(actor: Person, id: string): Promise<void> {
  await asCaller(callerOf(actor), (sql) => sql`delete from addresses where id = ${id}`);
}
