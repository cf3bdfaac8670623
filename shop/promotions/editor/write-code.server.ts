import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import { maxCodesOfPromotion } from "#shop/promotions/promotion.ts";

export type WriteCodeProblem =
  | "promotion_unknown"
  | "promotion_automatic"
  | "promo_code_invalid"
  | "code_of_batch"
  | "code_fixed"
  | "too_many_codes";

export interface PromoCode {
  readonly code: string;
  readonly promotion_id: string;
  readonly active: boolean;
  readonly single_use: boolean;
}

/** Adds a code to a promotion, or switches one on or off; the caller has checked the permission `promos.edit`. */
export async function writeCode(
  sql: Sql,
  { code, promotion_id, active, single_use }: PromoCode,
): Promise<Result<null, WriteCodeProblem>> {
  const [promotion] = await sql<{ automatic: boolean }[]>`
    select automatic from promotions where id = ${promotion_id} for update`;
  if (!promotion) return fail("promotion_unknown");
  if (promotion.automatic) return fail("promotion_automatic");
  if (!/^[A-Z0-9][A-Z0-9-]{0,39}$/.test(code)) return fail("promo_code_invalid");
  const [known] = await sql<(PromoCode & { batch: string | null })[]>`
    select code, promotion_id, active, single_use, batch from promo_codes where code = ${code} for update`;
  if (known?.batch) return fail("code_of_batch");
  if (known && (known.promotion_id !== promotion_id || known.single_use !== single_use)) {
    return fail("code_fixed");
  }
  if (known?.active === active) return ok(null);
  if (known) await sql`update promo_codes set active = ${active} where code = ${code}`;
  else await sql`insert into promo_codes ${sql({ code, promotion_id, active, single_use })}`;
  if (single_use) return ok(null);
  const [count] = await sql<{ n: number }[]>`
    select count(*)::int as n from promo_codes where promotion_id = ${promotion_id} and active and not single_use`;
  if ((count?.n ?? 0) > maxCodesOfPromotion) return fail("too_many_codes");
  // Typed codes are a field of the promotion: whoever has it open compares them when saving.
  await sql`update promotions set version = version + 1 where id = ${promotion_id}`;
  return ok(null);
}

/** Deletes a code that no order has used. */
export async function deleteCode(sql: Sql, code: string): Promise<Result<null, "code_used">> {
  const [gone] = await sql`
    delete from promo_codes c where code = ${code} and not used
      and not exists (select from promo_redemptions r where r.promotion_id = c.promotion_id and r.code = c.code)
    returning code`;
  return gone ? ok(null) : fail("code_used");
}
