import type { Person } from "#shop/kernel/access.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { makeCustomer } from "./shop.ts";

/** A customer who has just reauthenticated, so that they may delete their account. */
export async function leavingCustomer(
  name: string,
): Promise<{ person: Person; addressId: string }> {
  const { person, addressId } = await makeCustomer(name);
  const [session] = await asSeed()<{ id: string }[]>`
    insert into auth.sessions (user_id, reauthenticated_at) values (${person.id}, now()) returning id`;
  return {
    person: { ...person, claims: { ...person.claims, session_id: session?.id } },
    addressId,
  };
}
