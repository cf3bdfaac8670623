import { randomInt } from "node:crypto";
import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction } from "#db/client.server.ts";
import { isStaff, type Person } from "#shop/access.ts";
import { type RightProblem, recordAct, whyNotNow } from "#shop/staff/staff-rights.server.ts";

export const createCodesInputSchema = v.strictObject({
  promotion_id: v.pipe(v.string(), v.uuid()),
  /** Chosen by the caller: a repeated batch returns the same codes. */
  batch: v.pipe(v.string(), v.uuid()),
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  /** The common prefix of the codes, e.g. `LEBARAN-`. */
  prefix: v.optional(
    v.pipe(v.string(), v.trim(), v.toUpperCase(), v.regex(/^[A-Z0-9-]{0,20}$/)),
    "",
  ),
});
export type CreateCodesInput = v.InferOutput<typeof createCodesInputSchema>;

export type CreateCodesProblem = "promotion_not_found" | "promotion_automatic" | RightProblem;

/** Without characters that look alike, so that a code can be read aloud. 32¹⁰ codes cannot be guessed. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const randomLength = 10;

/** Staff with the right and a recent reauthentication: creates single-use codes for a promotion that needs a code. */
export async function createCodes(
  actor: Person,
  input: CreateCodesInput,
): Promise<Result<{ codes: readonly string[] }, CreateCodesProblem>> {
  if (!isStaff(actor)) return fail("promotion_not_found");
  const refused = await whyNotNow(asShop(), actor, "promos.edit");
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
    await sql`
      insert into promo_batches (id, promotion_id, prefix, count, made, state, created_by)
      values (${input.batch}, ${input.promotion_id}, ${input.prefix}, ${input.count}, ${input.count}, 'done', ${actor.id})`;
    while (codes.size < input.count) {
      const wanted = Array.from({ length: input.count - codes.size }, () => input.prefix + draw());
      // A code that exists already is replaced by another draw.
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
