import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { findTreeRegions, nameRegions } from "./region-tree.server.ts";

/** Where shipments leave from. The code is a kecamatan's (6 digits) or a kelurahan's (10); empty while it is not set. */
export interface Origin {
  readonly code: string;
  /** With what it lies in; empty while it is not set. */
  readonly name: string;
}

export type OriginProblem = "changed_meanwhile" | "region_unknown" | "not_permitted";

export async function readOrigin(): Promise<Origin> {
  const [row] = await asShop()<{ code: string }[]>`
    select origin_region_code as code from shop_settings`;
  if (!row) throw new Error("the shop has no settings");
  return nameOrigin(row.code);
}

/** @returns the code itself as the name of a region that is no longer known */
export async function nameOrigin(code: string): Promise<Origin> {
  const [region] = await nameRegions([code]);
  return { code, name: region?.name ?? code };
}

/** Kecamatan and kelurahan that shipments can leave from, by name or postcode. */
export async function findOrigins(q: string): Promise<readonly Origin[]> {
  const found = await findTreeRegions(q);
  return found
    .filter(({ code }) => code.length >= 6)
    .map(({ code, name, within }) => ({ code, name: `${name}, ${within}` }));
}

/**
 * Saves where shipments leave from. Couriers with live prices compute from it.
 * @param before the code that the form was loaded with; another person's change since then is refused
 */
export async function saveOrigin(
  actor: Person,
  before: string,
  after: string,
): Promise<Result<null, OriginProblem>> {
  return asStaff<null, OriginProblem>(actor, "shipping.edit", async (sql) => {
    const [stored] = await sql<{ code: string }[]>`
      select origin_region_code as code from shop_settings for update`;
    if (stored?.code === after) return ok(null);
    if (stored?.code !== before) return fail("changed_meanwhile");
    const [region] = await sql`select from regions where code = ${after} and level in (3, 4)`;
    if (!region) return fail("region_unknown");
    await sql`update shop_settings set origin_region_code = ${after}`;
    return ok(null);
  });
}
