import { printedInks } from "#shop/designs/colour/palette-inks.ts";
import type { PrintSpec, SpecArea } from "#shop/designs/document/print-spec.ts";
import { boundsOfItems } from "#shop/designs/draw/design-picture.ts";
import type { DisplayArea, DisplayList } from "#shop/designs/draw/display-list.ts";
import { picturesIn } from "#shop/designs/draw/picture-of.server.ts";
import { dpiOf } from "#shop/designs/draw/printed-pixels.ts";
import { flat, inksOf } from "#shop/designs/draw/summarise.ts";
import { toSvg } from "#shop/designs/draw/to-svg.ts";
import {
  byRow,
  type PrintFacts,
  type ProofSheet,
  type SheetLayer,
  type SheetPicture,
  sharpnessOf,
} from "./proof-sheet.ts";

/** The longer side of an uploaded picture on a sheet, in pixels: what is approved is looked at closely. */
const pictureSide = 960;

/**
 * The flat proofs of a display list: of each area that prints something, or of all where none does.
 * @param body colour of the goods as #rrggbb
 * @param spec by which it is printed; null of designs of before there were any
 */
export async function sheetsOf(
  list: DisplayList,
  body: string,
  spec: PrintSpec | null,
): Promise<ProofSheet[]> {
  const pictureHref = await picturesIn(list, pictureSide);
  const all = list.sides.flatMap(({ id, areas }) => areas.map((area) => ({ side: id, area })));
  const printed = all.filter(({ area }) => area.items.length > 0);
  return (printed.length > 0 ? printed : all).map(({ side, area }) => ({
    side,
    area: area.id,
    w: area.w,
    h: area.h,
    bleed: area.bleed,
    safe: area.safe,
    trim: area.trim,
    svg: toSvg(area, { pictureHref, body }),
    layers: layersOf(area),
    pictures: picturesOf(area, boundsOf(spec, side, area.id)),
  }));
}

function layersOf(area: DisplayArea): SheetLayer[] {
  const ids = [...new Set(area.items.map(({ layer }) => layer))];
  return ids
    .flatMap((id): SheetLayer[] => {
      const items = area.items.filter(({ layer }) => layer === id);
      const box = boundsOfItems(items);
      if (!box) return [];
      const words = flat(items).flatMap((item) => (item.kind === "path" ? (item.text ?? []) : []));
      const isPicture = flat(items).some((item) => item.kind === "picture");
      return [
        {
          id,
          kind: words.length > 0 ? "text" : isPicture ? "picture" : "shape",
          text: words.join(" "),
          x: within(box.right, area.w),
          y: within(box.top, area.h),
        },
      ];
    })
    .sort(byRow);
}

function boundsOf(spec: PrintSpec | null, side: string, area: string): SpecArea["dpi"] | undefined {
  const found = spec?.sides.find(({ id }) => id === side);
  return found?.areas.find(({ id }) => id === area)?.dpi;
}

function picturesOf(area: DisplayArea, bounds: SpecArea["dpi"] | undefined): SheetPicture[] {
  if (!bounds) return [];
  return flat(area.items).flatMap((item) => {
    if (item.kind !== "picture") return [];
    const [a, b, c, d, e, f] = item.matrix;
    const at = (u: number, v: number) =>
      [a * u + c * v + e, b * u + d * v + f].map((value) => Math.round(value * 10) / 10);
    const [x = 0, y = 0] = at(0.5, 0.5);
    const dpi = Math.floor(dpiOf(item));
    const corners = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)].map((one) => one.join(",")).join(" ");
    return [{ corners, x, y, dpi, sharpness: sharpnessOf(dpi, bounds) }];
  });
}

/** Tenths of a millimetre between 0 and the end. */
const within = (value: number, end: number) =>
  Math.min(Math.max(Math.round(value * 10) / 10, 0), end);

/**
 * What a buyer checks besides the picture.
 * @param spec by which it is printed; null of designs of before there were any
 * @param profiles names of the shop's colour profiles, by process
 */
export function printFacts(
  { process, sides }: DisplayList,
  spec: PrintSpec | null,
  profiles: ReadonlyMap<string, string>,
): PrintFacts {
  const items = sides.flatMap(({ areas }) => areas.flatMap((area) => flat(area.items)));
  const pictures = items.flatMap((item) => (item.kind === "picture" ? [dpiOf(item)] : []));
  return {
    process,
    profile: profiles.get(process) ?? null,
    inks: printedInks(inksOf(items), spec),
    pictures: pictures.length,
    dpi: pictures.length > 0 ? Math.floor(Math.min(...pictures)) : null,
  };
}
