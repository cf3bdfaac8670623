import type { CustomisationStatus } from "#shop/production/customisations/customisation.ts";

/** The work as staff see it: by what it waits for. */
export const queueViews = [
  "look",
  "waiting",
  "revision",
  "unpaid",
  "ready",
  "printing",
  "done",
  "held",
  "all",
] as const;
export type QueueView = (typeof queueViews)[number];

export const boardColumns = queueViews.filter((view) => view !== "all");
export type BoardColumn = (typeof boardColumns)[number];

/** The lists whose work staff can do now, in the order of the steps. */
const withWorkForStaff = ["look", "revision", "ready", "printing"] as const;

/** The list that the page opens with: the first one with work that staff can do now. */
export function firstView(counts: Readonly<Partial<Record<BoardColumn, number>>>): QueueView {
  return withWorkForStaff.find((view) => (counts[view] ?? 0) > 0) ?? "look";
}

/** Statuses in which an unpaid order blocks the next step. */
const waitsForPayment: ReadonlySet<CustomisationStatus> = new Set([
  "submitted",
  "in_review",
  "approved",
]);

/** The column of a customisation whose order is not canceled. */
export function columnOf({
  status,
  may_print,
}: Pick<Movable, "status" | "may_print">): BoardColumn {
  if (!may_print && waitsForPayment.has(status)) return "unpaid";
  switch (status) {
    case "submitted":
    case "in_review":
      return "look";
    case "proof_sent":
      return "waiting";
    case "changes_requested":
      return "revision";
    case "approved":
      return "ready";
    case "in_production":
      return "printing";
    case "done":
      return "done";
    case "rejected":
      return "held";
  }
}

/** A step that moves a card to another column: release what was ordered, begin to print, count the rest as good, look again. */
export type CardStep = "approve" | "start" | "finish" | "review";

interface Movable {
  readonly status: CustomisationStatus;
  /** The buyer agreed to the newest proof before ordering, and the goods are printed without another. */
  readonly is_as_ordered: boolean;
  /** The order is paid, or is paid on delivery. */
  readonly may_print: boolean;
}

/**
 * The one step that moves a card, and where to; null where only the page of the design can go on, or the buyer. The use cases
 * check it again.
 */
export function stepOf({
  status,
  is_as_ordered,
  may_print,
}: Movable): { readonly step: CardStep; readonly to: BoardColumn } | null {
  if (!may_print) return null;
  switch (columnOf({ status, may_print })) {
    case "look":
      return is_as_ordered ? { step: "approve", to: "ready" } : null;
    case "ready":
      return { step: "start", to: "printing" };
    case "printing":
      return { step: "finish", to: "done" };
    case "held":
      return { step: "review", to: "look" };
    default:
      return null;
  }
}
