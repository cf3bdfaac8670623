import { randomInt } from "node:crypto";
import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction } from "#db/client.server.ts";
import { isStaff, type Person } from "#shop/access.ts";
import { type RightProblem, recordAct, whyNotNow } from "#shop/customers/staff-rights.server.ts";

export const createCodesInputSchema = v.strictObject({
  promotion_id: v.pipe(v.string(), v.uuid()),
  /** Named by who asks: the same batch again is the same codes. */
  batch: v.pipe(v.string(), v.uuid()),
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  /** What all of them begin with, e.g. `LEBARAN-`. */
  prefix: v.optional(
    v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-Z0-9-]{0,20}$/)),
    "",
  ),
});
export type CreateCodesInput = v.InferOutput<typeof createCodesInputSchema>;

export type CreateCodesProblem = "promotion_not_found" | "promotion_automatic" | RightProblem;

/** No two characters that look alike, so that a code can be read out. 32¹⁰ of them: nobody guesses one. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const randomLength = 10;

/** Staff with the right and a fresh proof: makes codes of which each buys once, for a promotion that is unlocked by codes. */
export async function createCodes(
  actor: Person,
  input: CreateCodesInput,
): Promise<Result<{ codes: readonly string[] }, CreateCodesProblem>> {
  if (!isStaff(actor)) return fail("promotion_not_found");
  const refused = await whyNotNow(asShop(), actor, "promotions");
  if (refused) return fail(refused);
  return inTransaction(async (sql) => {
    const [promotion] = await sql<{ automatic: boolean }[]>`
      select automatic from promotions where id = ${input.promotion_id} for update`;
    if (!promotion) return fail("promotion_not_found");
    if (promotion.automatic) return fail("promotion_automatic");
    const known = await sql<{ code: string }[]>`
      select code from promo_codes
      where batch = ${input.batch} and promotion_id = ${input.promotion_id} order by code`;
    if (known.length > 0) return ok({ codes: known.map(({ code }) => code) });
    const codes = new Set<string>();
    while (codes.size < input.count) {
      const wanted = Array.from({ length: input.count - codes.size }, () => input.prefix + draw());
      // Somebody else may have the same word already; then another one is drawn.
      const made = await sql<{ code: string }[]>`
        insert into promo_codes (code, promotion_id, single_use, batch)
        select code, ${input.promotion_id}, true, ${input.batch} from unnest(${wanted}::text[]) code
        on conflict (code) do nothing returning code`;
      for (const { code } of made) codes.add(code);
    }
    const { promotion_id: subjectId, batch, count } = input;
    await recordAct(sql, actor, "promotion.codes_made", { subjectId, details: { batch, count } });
    return ok({ codes: [...codes].sort() });
  });
}

function draw(): string {
  return Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join("");
}
