import * as v from "valibot";
import { normaliseCode } from "./promotion.ts";

/** Codes of one batch. */
export const maxBatchCodes = 1_000_000;
/** Random characters of a code after its prefix: fewer can be guessed, more are a burden to type. */
export const minRandom = 8;
export const maxRandom = 16;

/** Without characters that look alike, so that a code can be read aloud. */
export const codeAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

export const batchStates = ["queued", "running", "paused", "done", "canceled"] as const;
export type BatchState = (typeof batchStates)[number];

export interface PromoBatch {
  readonly id: string;
  readonly prefix: string;
  readonly length: number;
  readonly count: number;
  /** Codes that exist already. */
  readonly made: number;
  readonly used: number;
  readonly note: string;
  readonly state: BatchState;
  /** ISO 8601 */
  readonly created_at: string;
  readonly revoked_at: string | null;
}

const uuid = v.pipe(v.string(), v.uuid("invalid_input"));
const note = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/(?!\n)[\p{Cc}\p{Cs}]/gu, " ").trim()),
  v.maxLength(500, "too_long"),
);
const whole = (min: number, max: number, code: string) =>
  v.pipe(
    v.number("number_invalid"),
    v.integer("number_invalid"),
    v.minValue(min, code),
    v.maxValue(max, code),
  );

export const batchInputSchema = v.strictObject({
  promotion_id: uuid,
  /** Chosen by the form: asking again makes no other batch. */
  id: uuid,
  prefix: v.optional(
    v.pipe(
      v.string(),
      v.transform(normaliseCode),
      v.regex(/^([A-Z0-9][A-Z0-9-]{0,19})?$/, "prefix_invalid"),
    ),
    "",
  ),
  length: v.optional(whole(minRandom, maxRandom, "length_invalid"), 10),
  count: whole(1, maxBatchCodes, "count_invalid"),
  note: v.optional(note, ""),
});
export type BatchInput = v.InferOutput<typeof batchInputSchema>;

export const batchChangeSchema = v.variant("act", [
  v.strictObject({ id: uuid, act: v.picklist(["pause", "resume", "cancel", "revoke"]) }),
  v.strictObject({ id: uuid, act: v.literal("note"), note }),
]);
export type BatchChange = v.InferOutput<typeof batchChangeSchema>;
