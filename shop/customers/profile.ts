import * as v from "valibot";
import { languages } from "#base/language.ts";
import { normalisePhone } from "#shop/phone.ts";
import { textLine } from "#shop/text-line.ts";

/** Messages are stable codes; the message catalogue puts them into words. */
export const profileSchema = v.strictObject({
  full_name: textLine(80),
  /** E.164; null for none. */
  phone: v.pipe(
    v.string(),
    v.trim(),
    v.transform((text) => (text === "" ? null : (normalisePhone(text) ?? ""))),
    v.check((phone) => phone !== "", "phone_invalid"),
  ),
  /** Of the mails. */
  language: v.picklist(languages, "required"),
});
export type Profile = v.InferOutput<typeof profileSchema>;
