import type { Campaign, Tallies } from "#shop/mailing/campaigns/campaign.ts";
import type { EndEstimate } from "./estimate-end.ts";

/** Why deliveries were not accepted. */
export interface DeliveryReason {
  readonly state: "deferred" | "refused" | "skipped";
  readonly reason: string;
  readonly count: number;
}

/** How far a campaign is; sent to open pages each second. */
export interface LiveProgress
  extends Pick<Campaign, "status" | "waits_for" | "waits_since" | "winner"> {
  /** Their sum is the number of recipients. */
  readonly tallies: Tallies;
  /** The most frequent first. */
  readonly reasons: readonly DeliveryReason[];
  /** Mails a second now; null when nothing was measured in the last seconds. */
  readonly perSecond: number | null;
  readonly end: EndEstimate | null;
  /** Of a new domain. */
  readonly warmUp: {
    readonly most: number;
    readonly begun: number;
    /** ISO 8601: when the next day's mails begin. */
    readonly goesOn: string;
  } | null;
}
