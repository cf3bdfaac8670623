import * as v from "valibot";
import { languages } from "#base/language.ts";
import { optionalEmailSchema, optionalPhoneSchema } from "#shop/kernel/contact-schemas.ts";
import { textLine } from "#shop/kernel/text-line.ts";

/** Problems are stable codes; the message catalogue has their texts. */
export const profileSchema = v.strictObject({
  full_name: textLine(80),
  /** E.164; null for none. */
  phone: optionalPhoneSchema,
  /** The address for receipts of people who sign in without one. */
  contact_email: v.optional(optionalEmailSchema),
  /** Language of the mails. */
  language: v.picklist(languages, "required"),
});
export type Profile = v.InferOutput<typeof profileSchema>;
