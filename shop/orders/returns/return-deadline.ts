import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import { endOfWorkingDays } from "#shop/settings/shipping/working-days.ts";
import type { ReturnKind, ReturnRules } from "./return.ts";

const dayMs = 86_400_000;
/** Working days that buyers of goods made to order have at least to claim them (PP 80/2019). */
const minWorkingDays = 2;

/**
 * The deadline to return or claim pieces of a shipment; undefined before it was sent.
 * @param madeToOrderIn of goods made to order the shop's time zone: their claims have at least two working days
 */
export function returnDeadline(
  shipment: { shipped_at: Date | null; delivered_at: Date | null },
  kind: ReturnKind,
  rules: ReturnRules,
  madeToOrderIn?: ShopTimeZone,
): Date | undefined {
  const arrived =
    shipment.delivered_at ??
    (shipment.shipped_at && new Date(shipment.shipped_at.getTime() + rules.transit_days * dayMs));
  if (!arrived) return undefined;
  const days = kind === "return" ? rules.return_days : rules.claim_days;
  const until = new Date(arrived.getTime() + days * dayMs);
  if (kind === "return" || !madeToOrderIn) return until;
  const least = endOfWorkingDays(arrived, minWorkingDays, madeToOrderIn);
  return least > until ? least : until;
}
