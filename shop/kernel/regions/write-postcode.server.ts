import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";

/**
 * Gives a kelurahan or desa its postal code; the caller has checked the permission `shipping.edit`.
 * @param code ten digits
 * @param postcode five digits, or null for none
 */
export async function writePostcode(
  sql: Sql,
  code: string,
  postcode: string | null,
): Promise<Result<null, "region_unknown" | "postcode_invalid">> {
  if (postcode !== null && !/^\d{5}$/.test(postcode)) return fail("postcode_invalid");
  const [region] = await sql`
    update regions set postal_code = ${postcode} where code = ${code} and length(code) = 10 returning code`;
  return region ? ok(null) : fail("region_unknown");
}
