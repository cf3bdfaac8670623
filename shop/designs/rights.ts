import * as v from "valibot";

/** The version of the sentence about pictures that was ticked (rights-wording.ts), and its language; absent: nothing was. */
export const rightsWordingSchema = v.optional(
  v.pipe(v.string(), v.regex(/^[0-9]{4}-[0-9]{2} (id|en)$/)),
);

/** Dots an inch that the buyer agreed to see printed blurred (blur.ts); absent: they ticked nothing. */
export const blurTickSchema = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
);

/** That somebody ticked that they may use the pictures of a design. */
export interface PictureRights {
  /** The version and language of the sentence. */
  readonly wording: string;
  readonly at: Date;
}

/** The columns of a tick, both null where there was none. */
export function rightsColumns(rights: PictureRights | undefined) {
  return { rights_wording: rights?.wording ?? null, rights_at: rights?.at ?? null };
}

/** The tick of a row that has its columns. */
export function rightsOf(row: {
  readonly rights_wording: string | null;
  readonly rights_at: Date | null;
}): PictureRights | undefined {
  const { rights_wording: wording, rights_at: at } = row;
  return wording === null || at === null ? undefined : { wording, at };
}
