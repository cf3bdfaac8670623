import * as v from "valibot";
import { isColour } from "#base/contrast.ts";
import { findWeakColour, lookTokens } from "./look-colours.ts";

/** Pixels of rounded corners. */
export const lookCorners = ["0", "4", "8"] as const;

const colour = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.minLength(1, "required"),
  v.check(isColour, "colour_invalid"),
);

/** Pictures of a look. */
export const lookPictures = ["logo_light", "logo_dark", "sign", "share"] as const;
export type LookPicture = (typeof lookPictures)[number];

/** The name of a stored picture (shop/content/site-files.server.ts); empty for none. */
const picture = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^([0-9a-f]{64}-\d{1,4}x\d{1,4}\.(svg|png|jpg))?$/, "picture_unknown"),
  ),
  "",
);

/** A stored picture in the header: its address and the size at which it is drawn, within 200 × 48 pixels. */
export interface ShownPicture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

export function shownPicture(name: string): ShownPicture | null {
  const [, width, height] = /-(\d+)x(\d+)[.]/.exec(name)?.map(Number) ?? [];
  if (!width || !height) return null;
  const scale = Math.min(200 / width, 48 / height);
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { src: `/theme/${name}`, width: side(width), height: side(height) };
}

/** Pictures, colours and corners of every page. */
export const lookSchema = v.pipe(
  v.strictObject({
    accent: colour,
    ground: colour,
    corner: v.picklist(lookCorners, "invalid_input"),
    logo_light: picture,
    logo_dark: picture,
    sign: picture,
    share: picture,
  }),
  v.forward(
    v.check((look) => findWeakColour(look)?.field !== "accent", "contrast"),
    ["accent"],
  ),
  v.forward(
    v.check((look) => findWeakColour(look)?.field !== "ground", "ground_dark"),
    ["ground"],
  ),
);
export type Look = v.InferOutput<typeof lookSchema>;

/**
 * The style sheet of a look, linked after the built one. Its colours exclude print, forced colours and increased
 * contrast, so that the rules of the built one apply there.
 */
export function lookStyles(look: Pick<Look, "accent" | "ground" | "corner">): string {
  const { light, dark } = lookTokens(look);
  const rule = (selector: string, tokens: Readonly<Record<string, string>>) =>
    `${selector}{${Object.entries(tokens)
      .map(([name, value]) => `--${name}:${value}`)
      .join(";")}}`;
  const colours = rule(":root", light) + rule(".dark", { ...darkPaper, ...dark });
  return `:root{--corner:${look.corner}px}@media screen and (forced-colors:none) and (not (prefers-contrast:more)){${colours}}\n`;
}

/** `:root` above overrides `.dark` of the built sheet at equal specificity, so these are set for `.dark` again. */
const darkPaper = { paper: "#0c0f24", control: "#6a7199" } as const;
