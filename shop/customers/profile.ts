import * as v from "valibot";
import { languages } from "#base/language.ts";
import { normalisePhone } from "#shop/phone.ts";
import { textLine } from "#shop/text-line.ts";

/** The address for receipts of people who sign in without one; null for none. */
export const receiptEmailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254, "email_invalid"),
  v.transform((text) => (text === "" ? null : text)),
  v.check(
    (text) => text === null || /^[^\s@,;<>"()]+@[^\s@,;<>"()]+\.[^\s@,;<>"()]+$/.test(text),
    "email_invalid",
  ),
);

/** Problems are stable codes; the message catalogue has their texts. */
export const profileSchema = v.strictObject({
  full_name: textLine(80),
  /** E.164; null for none. */
  phone: v.pipe(
    v.string(),
    v.trim(),
    v.transform((text) => (text === "" ? null : (normalisePhone(text) ?? ""))),
    v.check((phone) => phone !== "", "phone_invalid"),
  ),
  contact_email: v.optional(receiptEmailSchema),
  /** Language of the mails. */
  language: v.picklist(languages, "required"),
});
export type Profile = v.InferOutput<typeof profileSchema>;
