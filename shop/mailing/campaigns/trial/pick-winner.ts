import { compareShares } from "#shop/mailing/campaigns/results/compare-shares.ts";
import type { Arm } from "./arm.ts";

/** Recipients of an arm, and what its mails brought. */
export interface ArmSums {
  readonly people: number;
  readonly orders: number;
  /** People who placed them. */
  readonly buyers: number;
  /** Devices that opened a link. */
  readonly clickers: number;
}

export type WinnerReason = "orders" | "clicks" | "none" | "person";

/**
 * The better subject: by those who ordered, else by those who clicked, where chance does not explain the difference.
 * Otherwise A, because there is no difference.
 */
export function pickWinner({ a, b }: Readonly<Record<Arm, ArmSums>>): {
  readonly winner: Arm;
  readonly why: Exclude<WinnerReason, "person">;
} {
  // A mail that is forwarded may be clicked by more devices than it has recipients.
  const share = (sums: ArmSums, by: "buyers" | "clickers") => ({
    people: sums.people,
    of: Math.min(sums[by], sums.people),
  });
  const byOrders = compareShares(share(a, "buyers"), share(b, "buyers"));
  if (byOrders) return { winner: byOrders, why: "orders" };
  const byClicks = compareShares(share(a, "clickers"), share(b, "clickers"));
  if (byClicks) return { winner: byClicks, why: "clicks" };
  return { winner: "a", why: "none" };
}
