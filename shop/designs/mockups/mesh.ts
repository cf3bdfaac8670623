/* A Bézier patch of 4 × 4 control points, row by row: x and y of each. */

/** The control points that bend nothing. */
export const flatMesh: readonly number[] = Array.from({ length: 32 }, (_, index) =>
  index % 2 === 0 ? ((index >> 1) % 4) / 3 : (index >> 3) / 3,
);

/** A control point lies at most so far outside of the plane, as a share of its side. */
export const meshReach = 0.5;
/** Points along a side at which a mesh is looked at for folds. */
const looks = 24;

interface MeshPoint {
  readonly x: number;
  readonly y: number;
  /** How x and y change with u and v. */
  readonly xu: number;
  readonly yu: number;
  readonly xv: number;
  readonly yv: number;
}

/** Where the patch is at u and v, which may lie a little outside of 0 to 1. */
export function meshPoint(points: readonly number[], u: number, v: number): MeshPoint {
  const [across, down] = [weights(u), weights(v)];
  let [x, y, xu, yu, xv, yv] = [0, 0, 0, 0, 0, 0];
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 4; column++) {
      const at = 2 * (4 * row + column);
      const [px, py] = [points[at] as number, points[at + 1] as number];
      const weight = (across.at[column] as number) * (down.at[row] as number);
      const byU = (across.slope[column] as number) * (down.at[row] as number);
      const byV = (across.at[column] as number) * (down.slope[row] as number);
      x += weight * px;
      y += weight * py;
      xu += byU * px;
      yu += byU * py;
      xv += byV * px;
      yv += byV * py;
    }
  return { x, y, xu, yu, xv, yv };
}

/** Bernstein polynomials of degree 3 and their derivatives. */
function weights(t: number) {
  const r = 1 - t;
  return {
    at: [r * r * r, 3 * t * r * r, 3 * t * t * r, t * t * t],
    slope: [-3 * r * r, 3 * r * (1 - 3 * t), 3 * t * (2 - 3 * t), 3 * t * t],
  };
}

/** Whether there are 16 points within reach that fold nothing. */
export function isMesh(points: readonly number[]): boolean {
  const isNear = (value: number) => value >= -meshReach && value <= 1 + meshReach;
  if (points.length !== 32 || !points.every(isNear)) return false;
  for (let row = 0; row <= looks; row++)
    for (let column = 0; column <= looks; column++) {
      const { xu, yu, xv, yv } = meshPoint(points, column / looks, row / looks);
      if (xu * yv - xv * yu < 0.02) return false;
    }
  return true;
}

/** Cells of the table along a side. */
const cells = 192;
/** Far outside: no print. */
const nowhere = -1;

/**
 * The other way: from a place on the plane to u and v. Newton's method solves it once for each corner of a grid; between
 * them it is linear, which is wrong by less than a hundredth of a pixel.
 */
export function createInverseMesh(
  points: readonly number[],
): (x: number, y: number) => readonly [number, number] {
  const from = Math.min(0, ...points) - 0.05;
  const step = (Math.max(1, ...points) + 0.05 - from) / cells;
  const side = cells + 1;
  const us = new Float64Array(side * side);
  const vs = new Float64Array(side * side);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const at = row * side + column;
      const [u, v] = solve(points, from + column * step, from + row * step);
      us[at] = u;
      vs[at] = v;
    }
  return (x, y) => {
    const [column, row] = [(x - from) / step, (y - from) / step];
    if (!(column >= 0 && row >= 0 && column < cells && row < cells)) return [nowhere, nowhere];
    const [left, top] = [Math.floor(column), Math.floor(row)];
    const [right, below] = [column - left, row - top];
    const at = top * side + left;
    const between = (table: Float64Array) => {
      const above = (table[at] as number) * (1 - right) + (table[at + 1] as number) * right;
      const under =
        (table[at + side] as number) * (1 - right) + (table[at + side + 1] as number) * right;
      return above * (1 - below) + under * below;
    };
    return [between(us), between(vs)];
  };
}

function solve(points: readonly number[], x: number, y: number): readonly [number, number] {
  let [u, v] = [x, y];
  for (let turn = 0; turn < 24; turn++) {
    const at = meshPoint(points, u, v);
    const [dx, dy] = [x - at.x, y - at.y];
    if (Math.abs(dx) + Math.abs(dy) < 1e-9) return [u, v];
    const area = at.xu * at.yv - at.xv * at.yu;
    if (Math.abs(area) < 1e-6) break;
    // Short steps: a patch bends back outside of its area.
    const bound = (value: number) => Math.max(-0.25, Math.min(0.25, value));
    u += bound((at.yv * dx - at.xv * dy) / area);
    v += bound((at.xu * dy - at.yu * dx) / area);
  }
  return [nowhere, nowhere];
}
