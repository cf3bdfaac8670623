import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { textLine } from "#shop/kernel/text-line.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";

export interface Courier {
  /** As shipments and methods name it. */
  readonly code: string;
  readonly name: string;
  /** With `{resi}` in the place of the tracking number; empty without a link. */
  readonly tracking_url: string;
  readonly version: number;
}

export const courierSchema = v.object({
  code: v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9&._ -]{1,60}$/, "courier_code_invalid")),
  name: textLine(60),
  tracking_url: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(300, "too_long"),
    v.regex(
      /^(|https:\/\/[A-Za-z0-9.-]+(:[0-9]+)?\/[^\s{}]*\{resi\}[^\s{}]*)$/,
      "tracking_url_invalid",
    ),
  ),
});
export type CourierInput = v.InferOutput<typeof courierSchema>;

export type CourierProblem = "courier_taken" | "changed_meanwhile" | "not_permitted";

export async function listCouriers(): Promise<readonly Courier[]> {
  return asShop()<Courier[]>`
    select code, name, tracking_url, version from couriers order by lower(name), code`;
}

/** @param version what was read; null adds a courier. The code of a courier never changes. */
export async function saveCourier(
  actor: Person,
  version: number | null,
  input: CourierInput,
): Promise<Result<null, CourierProblem>> {
  try {
    return await asStaff<null, CourierProblem>(actor, "shipping.edit", async (sql) => {
      const { code, name, tracking_url } = input;
      if (version === null) {
        await sql`insert into couriers ${sql({ code, name, tracking_url })}`;
        return ok(null);
      }
      const [row] = await sql`
        update couriers set name = ${name}, tracking_url = ${tracking_url}
        where code = ${code} and version = ${version} returning code`;
      return row ? ok(null) : fail("changed_meanwhile");
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "couriers_pkey" || constraint === "courier_code_taken") {
      return fail("courier_taken");
    }
    throw error;
  }
}

/** A repeated call deletes once. Shipments keep their courier and number, without a link. */
export async function deleteCourier(
  actor: Person,
  code: string,
): Promise<Result<null, CourierProblem>> {
  return asStaff<null, CourierProblem>(actor, "shipping.edit", async (sql) => {
    await sql`delete from couriers where code = ${code}`;
    return ok(null);
  });
}
