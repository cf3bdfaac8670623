import type { DisplayList } from "./display-list.ts";

/** A side of a design that is shown. */
export interface ShownSide {
  readonly id: string;
  readonly name: string;
}

/**
 * The sides that pictures of a design show: all sides with print, or the first side if none has print.
 * @param names of the sides of its print specification
 */
export function shownSidesOf({ sides }: DisplayList, names: readonly ShownSide[]): ShownSide[] {
  const printed = sides.filter(({ areas }) => areas.some(({ items }) => items.length > 0));
  return (printed.length > 0 ? printed : sides.slice(0, 1)).map(({ id }) => ({
    id,
    name: names.find((side) => side.id === id)?.name ?? "",
  }));
}

/** One side of a design as a design. @returns undefined where it has no such side */
export function withOnlySide(list: DisplayList, id: string): DisplayList | undefined {
  const sides = list.sides.filter((side) => side.id === id);
  return sides.length > 0 ? { ...list, sides } : undefined;
}
