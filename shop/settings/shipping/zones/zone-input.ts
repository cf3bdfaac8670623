import * as v from "valibot";
import { translated } from "#shop/settings/shipping/typed-values.ts";

/** Letters of a zone's name. */
const maxName = 60;
/** Every kelurahan and more. */
const maxRegions = 100_000;
const maxPostcodeRanges = 5_000;

/** `''` is the rest of Indonesia. */
const regionCode = v.pipe(v.string(), v.regex(/^(|\d{2}|\d{4}|\d{6}|\d{10})$/, "region_unknown"));

export interface PostcodeRange {
  readonly first_code: string;
  readonly last_code: string;
}

/** Lines such as `40111-40119` or `40132`. Problems: `postcode_invalid`, `postcodes_reversed`, `too_many_postcodes`. */
const postcodeRanges = v.pipe(
  v.string(),
  v.rawTransform<string, readonly PostcodeRange[]>(({ dataset, addIssue, NEVER }) => {
    const ranges = new Map<string, PostcodeRange>();
    for (const part of dataset.value.split(/[\n,;]+/)) {
      const text = part.trim();
      if (text === "") continue;
      const [, first_code = "", last_code = first_code] =
        /^(\d{5})(?:\s*[-–—]\s*(\d{5}))?$/.exec(text) ?? [];
      const problem =
        first_code === ""
          ? "postcode_invalid"
          : first_code > last_code
            ? "postcodes_reversed"
            : ranges.size >= maxPostcodeRanges
              ? "too_many_postcodes"
              : undefined;
      if (problem) {
        addIssue({ message: problem });
        return NEVER;
      }
      ranges.set(`${first_code}-${last_code}`, { first_code, last_code });
    }
    return [...ranges.values()];
  }),
);

export const zoneSchema = v.object({
  name: translated(maxName),
  cash_on_delivery: v.boolean(),
  serviceable: v.boolean(),
  regions: v.pipe(
    v.array(regionCode),
    v.maxLength(maxRegions, "too_many_regions"),
    v.transform((codes) => [...new Set(codes)]),
  ),
  postcodes: postcodeRanges,
});
export type ZoneInput = v.InferOutput<typeof zoneSchema>;

/** One line of the field, as `zoneSchema` reads it. */
export function writePostcodes(ranges: readonly PostcodeRange[]): string {
  return ranges
    .map(({ first_code, last_code }) =>
      first_code === last_code ? first_code : `${first_code}–${last_code}`,
    )
    .join("\n");
}
