import type { Language, LocalText } from "#base/language.ts";
import type { PrintSpec } from "#shop/designs/document/print-spec.ts";

/** Cyan, magenta, yellow and key in per cent. */
export type InkShares = readonly [number, number, number, number];

/** A colour of a shop's chart. */
export interface PaletteInk {
  /** `#rrggbb`, as it looks printed. */
  readonly hex: string;
  readonly name: LocalText;
  /** Its plate in a print file is called so; null: the printer mixes it. */
  readonly plate: string | null;
  /** What a press prints of it; null: what its profile says. */
  readonly shares: InkShares | null;
}

/** A colour that a design prints. */
export type PrintedInk = Pick<PaletteInk, "hex" | "plate"> & { readonly name: LocalText | null };

/**
 * The charts of all areas by `#rrggbb`. In screen print each colour is an ink of its own; in other processes those are that
 * have the name of one.
 */
export function paletteInks({ process, sides }: PrintSpec): ReadonlyMap<string, PaletteInk> {
  const colours = sides.flatMap(({ areas }) =>
    areas.flatMap((area) => (area.colours === "any" ? [] : area.colours)),
  );
  const isPress = process === "laser" || process === "offset";
  return new Map(
    // The first of several areas goes before the others.
    colours.toReversed().map(({ hex, name, spot, cmyk }) => {
      const plate = spot ?? (process === "screen" ? name.id : null);
      const shares = cmyk && (isPress || plate !== null) ? cmyk : null;
      return [hex, { hex, name, plate, shares }];
    }),
  );
}

/** The printed colours with what the chart calls them. @param hexes `#rrggbb` */
export function printedInks(hexes: readonly string[], spec: PrintSpec | null): PrintedInk[] {
  const known = spec ? paletteInks(spec) : null;
  return hexes.map((hex) => {
    const { name = null, plate = null } = known?.get(hex) ?? {};
    return { hex, name, plate };
  });
}

/** `Merah cap (Pantone 186 C)`, `Hitam`; a colour of no chart by its number. */
export function inkText({ hex, name, plate }: PrintedInk, language: Language): string {
  if (!name) return hex;
  const called = name[language];
  return plate === null || plate === called || plate === name.id ? called : `${called} (${plate})`;
}
