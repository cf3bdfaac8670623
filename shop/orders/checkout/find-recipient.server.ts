import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { Recipient } from "./recipient.ts";

/** @returns undefined when the address is not the customer's; `email` is null until the customer has given one */
export async function findRecipient(
  sql: Sql,
  actor: Person,
  addressId: string,
): Promise<(Omit<Recipient, "email"> & { readonly email: string | null }) | undefined> {
  const [found] = await sql<(Omit<Recipient, "email"> & { email: string | null })[]>`
    select a.recipient, a.phone, a.street, a.landmark, r.full_name as region_name, a.region_code, a.postal_code,
      a.label, coalesce(u.email, p.contact_email) as email
    from addresses a join regions r on r.code = a.region_code
      join profiles p on p.id = a.customer_id join auth.users u on u.id = p.id
    where a.id = ${addressId} and a.customer_id = ${actor.id}`;
  return found;
}
