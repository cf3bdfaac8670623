import { createInverseMesh, isMesh, meshPoint } from "./mesh.ts";
import { type Corners, isQuad, mapOf, type QuadMap } from "./quad.ts";

/*
 * What a photograph shows a printed area on: a plane in perspective, which may be bent inside of its four corners. Places on
 * the plane are shares of it, from its upper left corner.
 */

export type Bend =
  | { readonly kind: "flat" }
  /** Goods that stand. `span` is the angle in degrees that the area takes of them, from 0 to 180; a rim seen half round lies `sag` of the height lower in its middle than at its ends. */
  | { readonly kind: "cylinder"; readonly span: number; readonly sag: number }
  /** Control points of a Bézier patch, row by row: x and y of each of the 4 × 4. Those of `flatMesh` bend nothing. */
  | { readonly kind: "mesh"; readonly points: readonly number[] };

export interface Surface {
  readonly corners: Corners;
  readonly bend: Bend;
}

export const maxSpan = 180;

/** Whether each point of the area is seen at one place. */
export function isSurface({ corners, bend }: Surface): boolean {
  return isQuad(corners) && (bend.kind !== "mesh" || isMesh(bend.points));
}

type Point = readonly [number, number];

/** From shares of the picture to those of the printed area and back. */
export function surfaceMap({ corners, bend }: Surface): QuadMap {
  const plane = mapOf(corners);
  if (bend.kind === "flat" || (bend.kind === "cylinder" && bend.span === 0)) return plane;
  const bent = bend.kind === "cylinder" ? cylinder(bend.span, bend.sag) : mesh(bend.points);
  return {
    toArea: (x, y) => bent.toArea(...plane.toArea(x, y)),
    toPicture: (u, v) => plane.toPicture(...bent.toPicture(u, v)),
  };
}

/** Outline of the area in the picture, clockwise from its upper left corner. */
export function outlineOf(surface: Surface, pieces = 12): Point[] {
  const { toPicture } = surfaceMap(surface);
  return Array.from({ length: 4 * pieces }, (_, index) => {
    const along = (index % pieces) / pieces;
    const [edge] = [Math.floor(index / pieces)];
    if (edge === 0) return toPicture(along, 0);
    if (edge === 1) return toPicture(1, along);
    if (edge === 2) return toPicture(1 - along, 1);
    return toPicture(0, 1 - along);
  });
}

function cylinder(span: number, sag: number): QuadMap {
  const angle = (span * Math.PI) / 180;
  const half = Math.sin(angle / 2);
  const drop = (turn: number) => sag * (Math.cos(turn) - Math.cos(angle / 2));
  return {
    toArea(s, t) {
      // Beside the plane there is no cylinder.
      if (s < 0 || s > 1) return [s, t];
      const turn = Math.asin(Math.max(-1, Math.min(1, (2 * s - 1) * half)));
      return [turn / angle + 0.5, t - drop(turn)];
    },
    toPicture(u, v) {
      const turn = (u - 0.5) * angle;
      return [0.5 + Math.sin(turn) / (2 * half), v + drop(turn)];
    },
  };
}

function mesh(points: readonly number[]): QuadMap {
  return {
    toArea: createInverseMesh(points),
    toPicture(u, v) {
      const { x, y } = meshPoint(points, u, v);
      return [x, y];
    },
  };
}
