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

/** The middle of the picture. */
export const firstDraft: SurfaceDraft = {
  corners: ["30", "30", "70", "30", "70", "70", "30", "70"],
  kind: "flat",
  span: "120",
  sag: "10",
  points: flatMesh.map((share) => shown(100 * share)),
};

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
