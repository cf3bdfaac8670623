import * as v from "valibot";
import type { Language } from "#base/language.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { type CampaignContent, campaignContent, storableText } from "./block.ts";
import type { Arm } from "./trial/arm.ts";
import type { WinnerReason } from "./trial/pick-winner.ts";

export type CampaignStatus =
  | "draft"
  | "scheduled"
  | "freezing"
  | "sending"
  | "paused"
  | "sent"
  | "cancelled";

/** The states of deliveries, in the order in which a page names them. */
export const deliveryStates = [
  "pending",
  "begun",
  "accepted",
  "kept",
  "deferred",
  "refused",
  "uncertain",
  "skipped",
  "bounced",
  "complained",
] as const;
export type DeliveryState = (typeof deliveryStates)[number];
/** Their sum is the number of recipients. */
export type Tallies = Readonly<Record<DeliveryState, number>>;

const hour = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23));
const language = v.picklist(["id", "en"]);

/** Percentages of recipients that may be left out for comparison. */
export const holdouts = [0, 5, 10] as const;

/** What the editor sends. */
export const campaignInput = v.object({
  /** Chosen by the form. */
  id: v.pipe(v.string(), v.uuid()),
  /** That the editor read; 0 for a new one. */
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  name: v.pipe(storableText, v.trim(), v.minLength(1, "required"), v.maxLength(120)),
  topic: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{1,39}$/)),
  /** Null: everybody who subscribed to the topic. */
  segment_id: v.nullable(v.pipe(v.string(), v.uuid())),
  /** The promotion whose codes its mails name; null without vouchers. */
  voucher_promotion_id: v.optional(v.nullable(v.pipe(v.string(), v.uuid())), null),
  /** Percent of the recipients that get nothing, for comparison. */
  holdout: v.optional(v.picklist(holdouts), 0),
  fallback_language: v.nullable(language),
  window_from: hour,
  window_to: hour,
  /** A language without content gets no version. */
  contents: v.object({ id: v.nullable(campaignContent), en: v.nullable(campaignContent) }),
});
export type CampaignInput = v.InferOutput<typeof campaignInput>;

export interface Campaign {
  readonly id: string;
  readonly number: number;
  readonly version: number;
  readonly name: string;
  readonly topic: string;
  /** The automation whose text or mails these are; null for a campaign of staff. */
  readonly automation: string | null;
  readonly status: CampaignStatus;
  /** Null: everybody who subscribed to the topic. */
  readonly segment_id: string | null;
  /** As text; once it is sent, what it was then. */
  readonly segment_filter: string | null;
  /** The promotion whose codes its mails name; null without vouchers. */
  readonly voucher_promotion_id: string | null;
  /** Percent of the recipients that get nothing, for comparison. */
  readonly holdout: (typeof holdouts)[number];
  readonly fallback_language: Language | null;
  readonly window_from: number;
  readonly window_to: number;
  /** In the shop's time zone, `2026-11-25T08:00`. */
  readonly scheduled_at: string | null;
  /** As counted when it was sent. */
  readonly audience: number | null;
  readonly total: number;
  /** Whether the recipients of both subjects are frozen; false with one subject. */
  readonly is_trial_frozen: boolean;
  /** Until when it waits for the better subject. ISO 8601. */
  readonly winner_due_at: string | null;
  /** What the rest of the recipients gets, and why. */
  readonly winner: Arm | null;
  readonly winner_why: WinnerReason | null;
  readonly waits_for: "window" | "server" | "limit" | "warm_up" | null;
  /** ISO 8601. */
  readonly waits_since: string | null;
  readonly paused_why: string | null;
  /** Which product, for example. */
  readonly paused_detail: string | null;
  readonly paused_at: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  /** Whether the present content was sent to staff as a test. */
  readonly tested: boolean;
  readonly contents: Readonly<Record<Language, CampaignContent | null>>;
}

export interface CampaignRow {
  readonly id: string;
  readonly name: string;
  readonly status: CampaignStatus;
  readonly topic: string;
  readonly total: number;
  readonly accepted: number;
  readonly kept: number;
  /** That it brought, and what stays of their money. */
  readonly orders: number;
  readonly revenue: Rupiah;
  /** ISO 8601: when it began, is to begin, or was made. */
  readonly at: string;
}

export interface TopicChoice {
  readonly slug: string;
  readonly name: { readonly id: string; readonly en: string };
}
