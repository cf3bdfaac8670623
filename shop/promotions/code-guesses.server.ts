import { asShop } from "#db/client.server.ts";
import type { Actor } from "#shop/access.ts";
import { normaliseCode } from "./promotion.ts";

/** Who asks about codes. */
export interface CodeAsker {
  readonly actor: Actor;
  /** Where the request comes from on the network; undefined where the shop itself asks, which no limit by network counts. */
  readonly network?: string | undefined;
}

/*
 * Different wrong codes in one window. Many people share one address at a mobile carrier, so whoever is signed in is
 * counted by account first, and an address has more tries than one person needs.
 */
const maxOfPerson = 10;
const maxOfVisitors = 30;
const maxOfPeople = 100;
const windowSeconds = 600;

/**
 * Counts codes before anybody looks at them, and stops counting those that turn out to be right. One code counts once,
 * however often the cart that holds it is priced; whoever has used up their tries learns nothing about any code, right
 * ones included (business rule 4, threat T13, decision 0031).
 * @param findUnknown looks at the codes and returns those that unlock nothing, normalised. It runs only after the codes
 *   were counted.
 * @returns seconds until codes may be looked at; 0 when they were
 */
export async function secondsToWaitForCodes(
  asker: CodeAsker,
  codes: readonly string[],
  findUnknown: () => Promise<readonly string[]> = () => unknownCodes(codes),
): Promise<number> {
  if (codes.length === 0) return 0;
  const asked = [...new Set(codes.map(normaliseCode))];
  const limits = limitsOf(asker);
  const keys = [...limits.keys()];
  const sql = asShop();
  const [claim] = await sql<{ seconds: number }[]>`
    select private.claim_code_guesses(${keys}::text[], ${[...limits.values()]}::int[], ${windowSeconds},
      ${asked}::text[]) as seconds`;
  if (!claim || claim.seconds > 0) return claim?.seconds ?? windowSeconds;
  const unknown = await findUnknown();
  const right = asked.filter((code) => !unknown.includes(code));
  if (right.length > 0) {
    await sql`select private.release_code_guesses(${keys}::text[], ${right}::text[])`;
  }
  return 0;
}

/** Each counter of the asker with its most. */
function limitsOf({ actor, network }: CodeAsker): ReadonlyMap<string, number> {
  const limits = new Map<string, number>();
  if (actor.kind === "person") limits.set(`promo-code:${actor.id}`, maxOfPerson);
  if (network === undefined) return limits;
  return actor.kind === "person"
    ? limits.set(`promo-code-people:${network}`, maxOfPeople)
    : limits.set(`promo-code:${network}`, maxOfVisitors);
}

/** Disabled ones among them: they are answered as if they did not exist. */
async function unknownCodes(codes: readonly string[]): Promise<string[]> {
  const asked = [...new Set(codes.map(normaliseCode))];
  const known = await asShop()<{ code: string }[]>`
    select c.code from promo_codes c join promotions p on p.id = c.promotion_id
    where c.code = any (${asked}) and c.active and p.enabled`;
  return asked.filter((code) => !known.some((row) => row.code === code));
}
