import { rejections } from "#shop/production/customisations/rejection.ts";

/** Why somebody reports a shared design: why staff reject one, but for how it prints. */
export const reportReasons = [
  ...rejections.filter((reason) => reason !== "quality"),
  "other",
] as const;
export type ReportReason = Exclude<(typeof reportReasons)[number], "quality">;

export const maxReportNoteLength = 1000;
