import { asShop, type Sql } from "#db/client.server.ts";
import type { Actor } from "#shop/access.ts";
import { cached } from "#shop/catalogue/cache.server.ts";
import type { Destination } from "#shop/shipping/matching-zones.server.ts";
import type { CartProblem, QuoteInput } from "./cart.ts";

/** The destination: an own address, else a region. Null without either; an unknown one adds a problem. */
export async function findDestination(
  sql: Sql,
  actor: Actor,
  input: QuoteInput,
  problems: CartProblem[],
): Promise<Destination | null> {
  if (input.address_id) {
    const [address] =
      actor.kind === "person"
        ? await sql<Destination[]>`
            select region_code, postal_code from addresses
            where id = ${input.address_id} and customer_id = ${actor.id}`
        : [];
    if (address) return address;
    problems.push({ code: "address_not_found" });
    return null;
  }
  if (!input.region_code) return null;
  const region = await cachedRegion(input.region_code);
  if (region) return region;
  problems.push({ code: "region_not_found" });
  return null;
}

const cachedRegion = cached("region", async (code: string): Promise<Destination | undefined> => {
  const [region] = await asShop()<Destination[]>`
    select code as region_code, coalesce(postal_code, '') as postal_code from regions where code = ${code}`;
  return region;
});
