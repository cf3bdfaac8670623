import * as v from "valibot";
import { optionalTextLine, textLine } from "#shop/text-line.ts";

/** Accepts 08…, 8…, 628…, +62 8… with spaces, dots and dashes; gives `+628…` (E.164). */
export function normalisePhone(text: string): string | undefined {
  const digits = text.replace(/[\s().-]/g, "").replace(/^\+/, "");
  const national = /^(?:62|0)?(8\d{8,11})$/.exec(digits)?.[1];
  return national ? `+62${national}` : undefined;
}

/** `+6281234567890` → `0812-3456-7890` */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/^\+62/, "0");
  return [digits.slice(0, 4), digits.slice(4, 8), digits.slice(8)].filter(Boolean).join("-");
}

/** Messages are stable codes; the message catalogue puts them into words. */
export const addressSchema = v.strictObject({
  label: v.picklist(["home", "office", "other"], "required"),
  recipient: textLine(80),
  phone: v.pipe(
    v.string(),
    v.transform((text) => normalisePhone(text) ?? ""),
    v.minLength(1, "phone_invalid"),
  ),
  /** Code of a kelurahan or desa, ten digits. */
  region_code: v.pipe(v.string(), v.regex(/^\d{10}$/, "region_required")),
  postal_code: v.pipe(v.string(), v.trim(), v.regex(/^\d{5}$/, "postal_code_invalid")),
  street: textLine(200),
  landmark: optionalTextLine(120),
});
export type AddressInput = v.InferOutput<typeof addressSchema>;
export const mostAddresses = 20;

export interface Address extends AddressInput {
  readonly id: string;
  readonly is_default: boolean;
  /** `Kelurahan, Kecamatan, Kota/Kabupaten, Provinsi` */
  readonly region_name: string;
}
