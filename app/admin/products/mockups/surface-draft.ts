import { flatMesh } from "#shop/designs/mockups/mesh.ts";
import { type Corners, isQuad, mapOf } from "#shop/designs/mockups/quad.ts";
import { type Bend, maxSpan, type Surface, surfaceMap } from "#shop/designs/mockups/surface.ts";

/** Where a picture shows a printed area, as it is typed: percent, and degrees for `span`. */
export interface SurfaceDraft {
  /** x and y of each corner. */
  readonly corners: readonly string[];
  readonly kind: Bend["kind"];
  readonly span: string;
  readonly sag: string;
  /** x and y of each control point of a mesh, as parts of the plane between the corners. */
  readonly points: readonly string[];
}

/** Initial length of an area's longer side, in percent of the picture. */
const firstSide = 40;

/** An area with its own aspect ratio in the centre of the picture. @param size in any unit */
export function firstDraft({ w, h }: { readonly w: number; readonly h: number }): SurfaceDraft {
  const scale = firstSide / 2 / Math.max(w, h);
  return {
    corners: boxCorners(50 - w * scale, 50 - h * scale, 50 + w * scale, 50 + h * scale),
    kind: "flat",
    span: "120",
    sag: "10",
    points: flatMesh.map((share) => shown(100 * share)),
  };
}

/** Clockwise from the upper left. */
const boxCorners = (left: number, top: number, right: number, bottom: number) =>
  [left, top, right, top, right, bottom, left, bottom].map(shown);

/**
 * Resizes the corners to an upright box with an area's aspect ratio: one corner moves towards a point, the opposite one stays.
 * @param x,y in percent of the picture
 */
export function boxMovedTo(
  { corners }: SurfaceDraft,
  corner: number,
  [x, y]: readonly [number, number],
  { w, h }: { readonly w: number; readonly h: number },
): readonly string[] {
  const opposite = (corner + 2) % 4;
  const fixedX = numberOf(corners[2 * opposite], 0, 100);
  const fixedY = numberOf(corners[2 * opposite + 1], 0, 100);
  const isRight = corner === 1 || corner === 2;
  const isLower = corner >= 2;
  const [roomX, roomY] = [isRight ? 100 - fixedX : fixedX, isLower ? 100 - fixedY : fixedY];
  const wanted = Math.max(
    ((isRight ? 1 : -1) * (x - fixedX)) / w,
    ((isLower ? 1 : -1) * (y - fixedY)) / h,
  );
  const scale = Math.max(leastBox / Math.max(w, h), Math.min(wanted, roomX / w, roomY / h));
  const movedX = fixedX + (isRight ? 1 : -1) * w * scale;
  const movedY = fixedY + (isLower ? 1 : -1) * h * scale;
  return boxCorners(
    Math.min(fixedX, movedX),
    Math.min(fixedY, movedY),
    Math.max(fixedX, movedX),
    Math.max(fixedY, movedY),
  );
}

/** Minimum length of a box's longer side, in percent of the picture. */
const leastBox = 5;

/** A number as the fields show it. */
export function shown(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A typed number inside of its bounds; the least where it is none. */
function numberOf(text: string | undefined, least: number, most: number): number {
  const value = Number(text);
  return Number.isFinite(value) ? Math.max(least, Math.min(most, value)) : least;
}

export const cornersOf = ({ corners }: SurfaceDraft) =>
  corners.map((text) => numberOf(text, 0, 100) / 100) as unknown as Corners;

/** What a draft says while it is typed. */
export function surfaceOf(draft: SurfaceDraft): Surface {
  const corners = cornersOf(draft);
  switch (draft.kind) {
    case "flat":
      return { corners, bend: { kind: "flat" } };
    case "cylinder": {
      const span = numberOf(draft.span, 0, maxSpan);
      return {
        corners,
        bend: { kind: "cylinder", span, sag: numberOf(draft.sag, -100, 100) / 100 },
      };
    }
    case "mesh": {
      const points = draft.points.map((text) => numberOf(text, -50, 150) / 100);
      return { corners, bend: { kind: "mesh", points } };
    }
  }
}

/** A path in percent along each third of the area, across and down; empty where the corners make no area. */
export function gridOf(draft: SurfaceDraft): string {
  const surface = surfaceOf(draft);
  if (!isQuad(surface.corners)) return "";
  const { toPicture } = surfaceMap(surface);
  const along = Array.from({ length: 13 }, (_, index) => index / 12);
  const line = (place: (share: number) => readonly [number, number]) =>
    `M${along
      .map(place)
      .map(([x, y]) => `${shown(100 * x)} ${shown(100 * y)}`)
      .join("L")}`;
  return [0, 1 / 3, 2 / 3, 1]
    .map(
      (third) =>
        line((share) => toPicture(third, share)) + line((share) => toPicture(share, third)),
    )
    .join("");
}

/** The least that a cylinder's rim can be seen to hang. */
const leastHang = 0.01;

/** A place of the picture in percent as the sag of a cylinder whose lower rim goes through it in its middle. */
export function sagAt(draft: SurfaceDraft, x: number, y: number): string {
  const [, down] = mapOf(cornersOf(draft)).toArea(x / 100, y / 100);
  const half = (numberOf(draft.span, 0, maxSpan) * Math.PI) / 360;
  const sag = (down - 1) / Math.max(leastHang, 1 - Math.cos(half));
  return shown(100 * Math.max(-1, Math.min(1, sag)));
}

/** Path and font size, in percent, of sample text along the middle of the area. Null if the corners are no convex quadrilateral. */
export function wordsOn(draft: SurfaceDraft): { path: string; size: number } | null {
  const surface = surfaceOf(draft);
  if (!isQuad(surface.corners)) return null;
  const { toPicture } = surfaceMap(surface);
  // The baseline is about a third of the font size below the middle.
  const places = Array.from({ length: 9 }, (_, index) => toPicture(0.1 + index * 0.1, 0.6));
  const [top, bottom] = [toPicture(0.5, 0), toPicture(0.5, 1)];
  const high = 100 * Math.hypot(bottom[0] - top[0], bottom[1] - top[1]);
  const [first, last] = [places[0] ?? top, places.at(-1) ?? bottom];
  const wide = 100 * Math.hypot(last[0] - first[0], last[1] - first[1]);
  return {
    path: `M${places.map(([x, y]) => `${shown(100 * x)} ${shown(100 * y)}`).join("L")}`,
    size: Math.round(10 * Math.min(high * 0.3, wide / 5)) / 10,
  };
}
