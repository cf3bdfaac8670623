import * as v from "valibot";
import type { Rupiah } from "#shop/kernel/money.ts";

/** What causes mails by itself. The mails of the first two are campaigns of a day; the others pass the outbox. */
export const automationSlugs = ["welcome", "win_back", "left_cart", "back_in_stock"] as const;
export type AutomationSlug = (typeof automationSlugs)[number];

/** Those whose occasions `runAutomations` looks for. */
export const ledgerAutomations = ["welcome", "win_back"] as const;

export function isAutomation(value: unknown): value is AutomationSlug {
  return automationSlugs.some((slug) => slug === value);
}

/** Days of the automation that writes to former buyers. */
export const automationDays = v.object({
  /** After the last delivery. */
  after_days: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(30, "days_invalid"),
    v.maxValue(365, "days_invalid"),
  ),
  /** Between two such mails to one recipient. */
  quiet_days: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(30, "days_invalid"),
    v.maxValue(730, "days_invalid"),
  ),
});
export type AutomationDays = v.InferOutput<typeof automationDays>;

export interface Automation {
  readonly slug: AutomationSlug;
  readonly isOn: boolean;
  /** Why it waits for a person although it is on. */
  readonly pausedWhy: string | null;
  /** ISO 8601. */
  readonly pausedAt: string | null;
  /** Which product, for example. */
  readonly pausedDetail: string | null;
  /** The id of its text, which the editor of campaigns writes. */
  readonly template: string;
  readonly days: AutomationDays | null;
}

/** What became of the occasions of the last 30 days. */
export interface AutomationNumbers {
  readonly mailed: number;
  /** Not decided yet, or tried again later. */
  readonly waiting: number;
  readonly refused: number;
  /** Orders that came by a click in its mails, and what their ledgers keep, rupiah. Null for mails without marked links. */
  readonly brought: { readonly orders: number; readonly total: Rupiah } | null;
  /** Reasons, the most frequent first. */
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
}
