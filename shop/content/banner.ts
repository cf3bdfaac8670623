import * as v from "valibot";
import { linkSchema } from "./link.ts";
import { requiredLine } from "./text-fields.ts";

/** Maximum characters of an announcement. */
export const maxBannerText = 120;
export const bannerTones = ["ink", "accent"] as const;

/** The announcement above every public page. */
export const bannerSchema = v.strictObject({
  text: requiredLine(maxBannerText),
  link: linkSchema,
  tone: v.picklist(bannerTones, "invalid_input"),
  dismissible: v.boolean(),
});
export type Banner = v.InferOutput<typeof bannerSchema>;
