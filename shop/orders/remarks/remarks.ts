import * as v from "valibot";
import { withoutInvisible } from "#base/typed-text.ts";

/** Maximum characters of a note or a message; a check of the database has the same limit. */
export const maxRemark = 300;
export const maxGiftFrom = 60;

/** Text that is printed: no controls except line breaks, and no U+202E, which reverses the letters after it. */
function printable(text: string): string {
  return withoutInvisible(text.replace(/\r\n?/g, "\n"))
    .replace(/\u202e/gu, "")
    .replace(/[^\P{Cc}\n]/gu, " ")
    .trim();
}

const typed = (max: number) =>
  v.pipe(v.string(), v.maxLength(2000), v.transform(printable), v.maxLength(max));

/** The buyer's note to the shop, and the message card of a gift. */
export const remarksSchema = v.strictObject({
  /** To the shop; empty: none. */
  note: typed(maxRemark),
  /** Null: not a gift. The message may be empty: then no card is printed. */
  gift: v.nullable(v.strictObject({ message: typed(maxRemark), from: typed(maxGiftFrom) })),
});
export type Remarks = v.InferOutput<typeof remarksSchema>;

export const noRemarks: Remarks = { note: "", gift: null };

/** The columns of `orders` that hold remarks. */
export function remarkColumns({ note, gift }: Remarks) {
  return { note, gift_message: gift?.message ?? null, gift_from: gift?.from ?? "" };
}

/** Reads the fields of `RemarksFields`; undefined when a text is too long. */
export function readRemarks(form: FormData): Remarks | undefined {
  const gift = form.has("is_gift")
    ? { message: form.get("gift_message") ?? "", from: form.get("gift_from") ?? "" }
    : null;
  const remarks = v.safeParse(remarksSchema, { note: form.get("note") ?? "", gift });
  return remarks.success ? remarks.output : undefined;
}
