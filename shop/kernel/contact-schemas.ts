import * as v from "valibot";
import { readEmail } from "#base/email-address.ts";
import { normalisePhone } from "./phone.ts";

/** One address in lower case. Problems are `required` and `email_invalid`. */
export const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, "required"),
  v.transform((text) => readEmail(text) ?? ""),
  v.minLength(1, "email_invalid"),
);

/** The same, optional: null for an empty field. */
export const optionalEmailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => (text === "" ? null : (readEmail(text) ?? ""))),
  v.check((email) => email !== "", "email_invalid"),
);

/** A mobile number of Indonesia as E.164. The problem is `phone_invalid`. */
export const phoneSchema = v.pipe(
  v.string(),
  v.transform((text) => normalisePhone(text) ?? ""),
  v.minLength(1, "phone_invalid"),
);

/** The same, optional: null for an empty field. */
export const optionalPhoneSchema = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => (text === "" ? null : (normalisePhone(text) ?? ""))),
  v.check((phone) => phone !== "", "phone_invalid"),
);
