import { asShop } from "#db/client.server.ts";
import { countRequest, type RateLimit, secondsToWait } from "#db/rate-limit.server.ts";
import type { Actor } from "#shop/access.ts";
import { normaliseCode } from "./promotion.ts";

/** Who tries codes. */
export interface Guesser {
  readonly actor: Actor;
  /** Where the request comes from on the network. */
  readonly network: string;
}

/*
 * Different wrong codes in ten minutes. Many people share one address at a mobile carrier, so whoever is signed in is
 * counted by account first, and an address has more tries than one person needs.
 */
const ofPerson: RateLimit = { limit: 10, windowSeconds: 600 };
const ofVisitors: RateLimit = { limit: 30, windowSeconds: 600 };
const ofPeople: RateLimit = { limit: 100, windowSeconds: 600 };

/**
 * Counts codes that unlock nothing. One code counts once, however often the cart that holds it is priced; whoever has
 * used up their tries learns nothing about any code, right ones included (business rule 4, threat T13).
 * @param findUnknown which of the codes unlock nothing, normalised, for whoever has asked about them anyhow
 * @returns seconds until codes are looked at again; 0 when they are now
 */
export async function secondsToWaitForCodes(
  { actor, network }: Guesser,
  codes: readonly string[],
  findUnknown: () => Promise<readonly string[]> = () => unknownCodes(codes),
): Promise<number> {
  if (codes.length === 0) return 0;
  const limits: readonly (readonly [string, RateLimit])[] =
    actor.kind === "person"
      ? [
          [`promo-code:${actor.id}`, ofPerson],
          [`promo-code-people:${network}`, ofPeople],
        ]
      : [[`promo-code:${network}`, ofVisitors]];
  const [unknown, ...waits] = await Promise.all([
    findUnknown(),
    ...limits.map(([key, limit]) => secondsToWait(key, limit)),
  ]);
  const wait = Math.max(...waits);
  if (wait > 0) return wait;
  const counted = await Promise.all(
    unknown.flatMap((code) => limits.map(([key, limit]) => countOnce(key, limit, code))),
  );
  return Math.max(0, ...counted);
}

/** Disabled ones among them: they are answered as if they did not exist. */
async function unknownCodes(codes: readonly string[]): Promise<string[]> {
  const asked = [...new Set(codes.map(normaliseCode))];
  const known = await asShop()<{ code: string }[]>`
    select c.code from promo_codes c join promotions p on p.id = c.promotion_id
    where c.code = any (${asked}) and c.active and p.enabled`;
  return asked.filter((code) => !known.some((row) => row.code === code));
}

async function countOnce(key: string, limit: RateLimit, code: string): Promise<number> {
  const once = { limit: 1, windowSeconds: limit.windowSeconds };
  const isNew = (await countRequest(`${key}:${code}`, once)) === 0;
  return isNew ? countRequest(key, limit) : 0;
}
