/** What a save becomes when somebody else saved since the form was read. */
export interface ThreeWay<T> {
  /** Each person's changed fields. Of a conflicting field: theirs. */
  readonly merged: T;
  /** Fields that both changed, to different values. */
  readonly conflicts: readonly (keyof T & string)[];
}

/** Merges two changes of the same thing field by field. All three have the fields of `mine`. */
export function mergeThreeWay<T extends object>(before: T, theirs: T, mine: T): ThreeWay<T> {
  const merged = { ...mine };
  const conflicts: (keyof T & string)[] = [];
  for (const name of Object.keys(mine) as (keyof T & string)[]) {
    if (isSame(mine[name], theirs[name]) || isSame(before[name], theirs[name])) continue;
    merged[name] = theirs[name];
    if (!isSame(mine[name], before[name])) conflicts.push(name);
  }
  return { merged, conflicts };
}

/** Whether two values of JSON are equal; the order of an object's keys has no meaning. */
export function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ""
  );
}
