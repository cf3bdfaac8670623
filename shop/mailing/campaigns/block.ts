import * as v from "valibot";

/** Text that PostgreSQL stores as JSON: whole characters, without control characters but for line breaks and tabs. */
export const storableText = v.pipe(
  v.string(),
  v.transform((text) => text.toWellFormed().replaceAll(/[^\P{Cc}\n\r\t]/gu, "")),
);

const short = v.pipe(storableText, v.trim(), v.maxLength(200));
const long = v.pipe(storableText, v.maxLength(5_000));
const address = v.pipe(storableText, v.trim(), v.maxLength(500));
const uuid = v.pipe(v.string(), v.uuid());

const heading = v.object({ kind: v.literal("heading"), text: short });
const text = v.object({ kind: v.literal("text"), text: long });
/** `url`: a picture of the shop's own storage. */
const picture = v.object({ kind: v.literal("picture"), url: address, alt: short });
const button = v.object({ kind: v.literal("button"), text: short, url: address });

/** Blocks that a column may hold. */
const columnBlock = v.variant("kind", [heading, text, picture, button]);
/** Blocks of one column. */
export const maxColumnBlocks = 6;
const column = v.pipe(v.array(columnBlock), v.maxLength(maxColumnBlocks));

/** Orders that a rule of products takes the first of. */
export const ruleOrders = ["newest", "popular"] as const;
/** Products that one rule shows at most: each is a row of about 140 pixels, and Outlook breaks tables at 1,800. */
export const maxRuleProducts = 6;

/** One part of a campaign's mail, top to bottom. Text is plain but for the marks of `rich-text.ts`. */
export const campaignBlock = v.variant("kind", [
  heading,
  text,
  picture,
  button,
  v.object({ kind: v.literal("products"), ids: v.pipe(v.array(uuid), v.maxLength(3)) }),
  /** The first products of an order, of one category or of the whole shop, as they are when the mail is rendered. */
  v.object({
    kind: v.literal("rule"),
    order: v.picklist(ruleOrders),
    /** Null: the whole shop. */
    category: v.nullable(uuid),
    count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxRuleProducts)),
  }),
  /** Side by side where the screen is wide enough, else the left one above the right one. */
  v.object({ kind: v.literal("columns"), left: column, right: column }),
  /** The recipient's own code of the campaign's promotion, below the text. */
  v.object({ kind: v.literal("voucher"), text: short }),
  v.object({ kind: v.literal("divider") }),
]);

export type CampaignBlock = v.InferOutput<typeof campaignBlock>;
export type ColumnBlock = v.InferOutput<typeof columnBlock>;
export type ProductRule = Extract<CampaignBlock, { kind: "rule" }>;
export type Columns = Extract<CampaignBlock, { kind: "columns" }>;
export type BlockKind = CampaignBlock["kind"];
export const blockKinds = [
  "heading",
  "text",
  "picture",
  "button",
  "products",
  "rule",
  "columns",
  "voucher",
  "divider",
] as const;
export const columnKinds = ["heading", "text", "picture", "button"] as const;

/** Blocks of one content. */
export const maxBlocks = 60;

const line = v.pipe(storableText, v.trim(), v.maxLength(150), v.regex(/^\P{Cc}*$/u));

/** What a campaign says in one language, as it is edited. */
export const campaignContent = v.object({
  subject: line,
  preheader: line,
  /** Tried beside the first subject (docs/why/mailing.md). An empty preheader is that of the first one. */
  second: v.optional(v.object({ subject: line, preheader: line })),
  blocks: v.pipe(v.array(campaignBlock), v.maxLength(maxBlocks)),
});

export type CampaignContent = v.InferOutput<typeof campaignContent>;

/** Whether a column may hold a block. */
export function isColumnBlock(block: CampaignBlock): block is ColumnBlock {
  return columnKinds.some((kind) => kind === block.kind);
}

/** Changes each block, also those in columns; the columns themselves stay. */
export function mapBlocks(
  blocks: readonly CampaignBlock[],
  change: <T extends CampaignBlock>(block: T) => T,
): CampaignBlock[] {
  return blocks.map((block) =>
    block.kind === "columns"
      ? { ...block, left: block.left.map(change), right: block.right.map(change) }
      : change(block),
  );
}
