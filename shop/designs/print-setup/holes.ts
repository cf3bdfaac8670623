/** A part of an area without print, in millimetres from the area's corner. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const number = String.raw`(-?\d+(?:\.\d{1,3})?)`;
const corners = [0, 1, 2, 3].map(() => `${number} ${number}`);
const rectangle = new RegExp(`^M${corners[0]}L${corners[1]}L${corners[2]}L${corners[3]}Z$`);

/** The path of a rectangle as a specification has it. */
export function pathOfRectangle({ x, y, w, h }: Rectangle): string {
  const [right, bottom] = [x + w, y + h].map((value) => Math.round(value * 1000) / 1000);
  return `M${x} ${y}L${right} ${y}L${right} ${bottom}L${x} ${bottom}Z`;
}

/** @returns undefined for a path of another shape */
export function rectangleOf(path: string): Rectangle | undefined {
  const found = rectangle.exec(path)?.slice(1).map(Number);
  if (!found) return undefined;
  const [x = 0, y = 0, right = 0, , , bottom = 0] = found;
  const made = {
    x,
    y,
    w: Math.round((right - x) * 1000) / 1000,
    h: Math.round((bottom - y) * 1000) / 1000,
  };
  return pathOfRectangle(made) === path ? made : undefined;
}
