import { asShop } from "#db/client.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import { normaliseCode } from "./promotion.ts";

/** The actor and network of a request with codes. */
export interface CodeAsker {
  readonly actor: Actor;
  /** The request's network; undefined for the shop itself, which no limit by network counts. */
  readonly network?: string | undefined;
}

/*
 * Maximum wrong codes in one window. Many customers of a mobile carrier share one address, so a signed-in person is
 * counted by account first, and an address has more tries than one person needs.
 */
const maxOfPerson = 10;
const maxOfVisitors = 30;
const maxOfPeople = 100;
const windowSeconds = 600;

/**
 * Counts codes before they are checked, and uncounts the valid ones. A code counts once, however often its cart is
 * priced. A customer without tries left learns nothing about any code, valid or not (business rule 4, threat T13;
 * docs/why/promotions.md).
 * @param findUnknown checks the codes and returns the invalid ones, normalised; runs only after the codes were counted
 * @returns seconds until codes are checked again; 0 when they were checked
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

/** The asker's counters with their limits. */
function limitsOf({ actor, network }: CodeAsker): ReadonlyMap<string, number> {
  const limits = new Map<string, number>();
  if (actor.kind === "person") limits.set(`promo-code:${actor.id}`, maxOfPerson);
  if (network === undefined) return limits;
  return actor.kind === "person"
    ? limits.set(`promo-code-people:${network}`, maxOfPeople)
    : limits.set(`promo-code:${network}`, maxOfVisitors);
}

/** The codes that do not exist; disabled codes count among them. */
async function unknownCodes(codes: readonly string[]): Promise<string[]> {
  const asked = [...new Set(codes.map(normaliseCode))];
  const known = await asShop()<{ code: string }[]>`
    select c.code from promo_codes c join promotions p on p.id = c.promotion_id
    left join promo_batches b on b.id = c.batch
    where c.code = any (${asked}) and c.active and b.revoked_at is null and p.enabled`;
  return asked.filter((code) => !known.some((row) => row.code === code));
}
