import * as v from "valibot";
import { emailSchema } from "#shop/kernel/contact-schemas.ts";

/** Problems are stable codes; the message catalogue has their texts. */
export const stockAlertSchema = v.object({
  email: emailSchema,
  variant_id: v.pipe(v.string(), v.uuid("variant_not_found")),
});
export type StockAlertInput = v.InferOutput<typeof stockAlertSchema>;

export type StockAlertProblem =
  | "captcha_missing"
  | "captcha_failed"
  | "captcha_unavailable"
  | "too_many_requests"
  | "variant_not_found"
  /** The variant is in stock already. */
  | "in_stock";
