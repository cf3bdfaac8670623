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
  /** Where receipts go of who has no address to sign in with; null for none. */
  contact_email: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(254, "email_invalid"),
      v.transform((text) => (text === "" ? null : text)),
      v.check(
        (text) => text === null || /^[^\s@,;<>"()]+@[^\s@,;<>"()]+\.[^\s@,;<>"()]+$/.test(text),
        "email_invalid",
      ),
    ),
  ),
  /** Of the mails. */
  language: v.picklist(languages, "required"),
});
export type Profile = v.InferOutput<typeof profileSchema>;
