import * as v from "valibot";

/** Text that PostgreSQL stores as JSON: whole characters, without control characters but for line breaks and tabs. */
export const storableText = v.pipe(
  v.string(),
  v.transform((text) => text.toWellFormed().replaceAll(/[^\P{Cc}\n\r\t]/gu, "")),
);

const short = v.pipe(storableText, v.trim(), v.maxLength(200));
const long = v.pipe(storableText, v.maxLength(5_000));
const address = v.pipe(storableText, v.trim(), v.maxLength(500));

/** One part of a campaign's mail, top to bottom. Text is plain but for the marks of `rich-text.ts`. */
export const campaignBlock = v.variant("kind", [
  v.object({ kind: v.literal("heading"), text: short }),
  v.object({ kind: v.literal("text"), text: long }),
  /** `url`: a picture of the shop's own storage. */
  v.object({ kind: v.literal("picture"), url: address, alt: short }),
  v.object({ kind: v.literal("button"), text: short, url: address }),
  v.object({
    kind: v.literal("products"),
    ids: v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(3)),
  }),
  /** The recipient's own code of the campaign's promotion, below the text. */
  v.object({ kind: v.literal("voucher"), text: short }),
  v.object({ kind: v.literal("divider") }),
]);

export type CampaignBlock = v.InferOutput<typeof campaignBlock>;
export type BlockKind = CampaignBlock["kind"];
export const blockKinds = [
  "heading",
  "text",
  "picture",
  "button",
  "products",
  "voucher",
  "divider",
] as const;

const line = v.pipe(storableText, v.trim(), v.maxLength(150), v.regex(/^\P{Cc}*$/u));

/** What a campaign says in one language, as it is edited. */
export const campaignContent = v.object({
  subject: line,
  preheader: line,
  /** Tried beside the first subject (decision 0207). An empty preheader is that of the first one. */
  second: v.optional(v.object({ subject: line, preheader: line })),
  blocks: v.pipe(v.array(campaignBlock), v.maxLength(60)),
});

export type CampaignContent = v.InferOutput<typeof campaignContent>;
