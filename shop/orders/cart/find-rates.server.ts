import type { Language } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";
import type { Destination } from "#shop/settings/shipping/zones/matching-zones.server.ts";
import type { CartProblem, QuoteInput } from "./cart.ts";
import { cachedRates, type LoadedRate, loadRates } from "./load-rates.server.ts";

/** Where a cart goes, null while that is unknown, and what delivery there may cost. */
export type Delivery = readonly [destination: Destination | null, rates: readonly LoadedRate[]];

/** The destination of a cart and its cached rates. An unknown address or region adds a problem. */
export async function findRates(
  sql: Sql,
  actor: Actor,
  input: QuoteInput,
  language: Language,
  problems: CartProblem[],
): Promise<Delivery> {
  const destination = await findDestination(sql, actor, input, problems);
  return [destination, destination === null ? [] : await cachedRates(destination, language)];
}

/**
 * The rates of a destination that the transaction has read, read afresh.
 * @param destination null when the address is not the customer's, which adds a problem
 */
export async function loadKnownRates(
  sql: Sql,
  destination: Destination | null,
  language: Language,
  problems: CartProblem[],
): Promise<Delivery> {
  if (destination !== null) return [destination, await loadRates(sql, destination, language)];
  problems.push({ code: "address_not_found" });
  return [null, []];
}

/** The destination: an own address, else a region. Null without either; an unknown one adds a problem. */
async function findDestination(
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

const cachedRegion = cached(
  "region",
  async (code: string): Promise<Destination | undefined> => {
    const [region] = await asShop()<Destination[]>`
    select code as region_code, coalesce(postal_code, '') as postal_code from regions where code = ${code}`;
    return region;
  },
  withoutProducts,
);
