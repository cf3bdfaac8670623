import { ok, type Result } from "#base/result.ts";
import type { Person } from "#shop/kernel/access.ts";
import { placeInOrder } from "#shop/kernel/place-in-order.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";

/** Moves a zone or a method to a place of its list, counted from 0. One that is gone moves nothing. */
export function moveSetting(
  actor: Person,
  kind: "shipping_zones" | "shipping_methods",
  id: string,
  place: number,
): Promise<Result<null, "not_permitted">> {
  return asStaff<null, never>(actor, "shipping.edit", async (sql) => {
    await placeInOrder(sql, kind, id, place);
    return ok(null);
  });
}
