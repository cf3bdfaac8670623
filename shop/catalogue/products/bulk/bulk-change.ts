import * as v from "valibot";
import { textLine } from "#shop/kernel/text-line.ts";
import { maxChosen } from "./max-chosen.ts";
import { priceEndings } from "./round-price.ts";

const uuid = v.pipe(v.string(), v.uuid("invalid_input"));

/** What is done to each of many products. */
export const bulkChangeSchema = v.variant("kind", [
  v.strictObject({
    kind: v.literal("status"),
    status: v.picklist(["published", "draft", "archived"], "invalid_input"),
  }),
  v.strictObject({
    kind: v.literal("category"),
    mode: v.picklist(["add", "remove"], "invalid_input"),
    category_id: uuid,
  }),
  v.strictObject({
    kind: v.literal("tag"),
    mode: v.picklist(["add", "remove"], "invalid_input"),
    tag: v.pipe(
      textLine(40),
      v.check((tag) => !tag.includes(","), "tag_invalid"),
    ),
  }),
  v.strictObject({
    kind: v.literal("price"),
    by: v.picklist(["percent", "amount"], "invalid_input"),
    value: v.pipe(
      v.number("number_invalid"),
      v.integer("number_invalid"),
      v.minValue(-1_000_000_000, "number_invalid"),
      v.maxValue(1_000_000_000, "number_too_large"),
      v.check((value) => value !== 0, "number_invalid"),
    ),
    ending: v.picklist(priceEndings, "invalid_input"),
  }),
]);
export type BulkChange = v.InferOutput<typeof bulkChangeSchema>;

const matching = v.strictObject({
  of: v.literal("matching"),
  q: v.pipe(v.string(), v.maxLength(100)),
  filter: v.pipe(v.string(), v.maxLength(8_000)),
  /** ISO 8601: later products are not meant. */
  until: v.pipe(v.string(), v.isoTimestamp()),
  except: v.pipe(v.array(uuid), v.maxLength(maxChosen, "too_many")),
});

/** Chosen products, or all that match a filter at a moment but some. */
export const selectionSchema = v.variant("of", [
  v.strictObject({
    of: v.literal("chosen"),
    ids: v.pipe(
      v.array(uuid),
      v.minLength(1, "nothing_chosen"),
      v.maxLength(maxChosen, "too_many"),
    ),
  }),
  matching,
]);
export type Selection = v.InferOutput<typeof selectionSchema>;

export const bulkInputSchema = v.strictObject({
  selection: selectionSchema,
  change: bulkChangeSchema,
});
export type BulkInput = v.InferOutput<typeof bulkInputSchema>;

/** The stored form. An approved change has the ids of its products, without a limit of their number. */
export const storedBulkSchema = v.strictObject({
  selection: v.variant("of", [
    v.strictObject({ of: v.literal("chosen"), ids: v.array(v.string()) }),
    matching,
  ]),
  change: bulkChangeSchema,
});
