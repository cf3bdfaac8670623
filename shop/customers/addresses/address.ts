import * as v from "valibot";
import { phoneSchema } from "#shop/kernel/contact-schemas.ts";
import { optionalTextLine, textLine } from "#shop/kernel/text-line.ts";

/** Problems are stable codes; the message catalogue has their texts. */
export const addressSchema = v.strictObject({
  label: v.picklist(["home", "office", "other"], "required"),
  recipient: textLine(80),
  phone: phoneSchema,
  /** Code of a kelurahan or desa, ten digits. */
  region_code: v.pipe(v.string(), v.regex(/^\d{10}$/, "region_required")),
  postal_code: v.pipe(v.string(), v.trim(), v.regex(/^\d{5}$/, "postal_code_invalid")),
  street: textLine(200),
  landmark: optionalTextLine(120),
});
export type AddressInput = v.InferOutput<typeof addressSchema>;
export const maxAddresses = 20;

export interface Address extends AddressInput {
  readonly id: string;
  readonly is_default: boolean;
  /** `Kelurahan, Kecamatan, Kota/Kabupaten, Provinsi` */
  readonly region_name: string;
}
