/** The fields of a form by name, each with every value that it was sent with. */
export type FormValues = Readonly<Record<string, readonly string[]>>;

/** Fields that say what to do instead of what to store. */
const acts = new Set(["intent", "version", "before", "toggle", "q", "find", "move"]);

/** Fields of the address test that every editor has: no part of what is stored. */
const testPrefix = "test.";

export function readValues(form: FormData): FormValues {
  // A map: a field may be called `__proto__`.
  const values = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (acts.has(name) || name.startsWith(testPrefix) || typeof value !== "string") continue;
    const text = value.replaceAll("\0", "").replaceAll("\r\n", "\n");
    values.set(name, [...(values.get(name) ?? []), text]);
  }
  return Object.fromEntries(values);
}

/** One field as text. PostgreSQL stores no zero character. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\0", "") : "";
}

/** The version that a form names; 0, which no row has, for anything else. */
export function readVersion(form: FormData): number {
  const text = readText(form, "version");
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** The form as it was loaded, from its hidden field; undefined when that is unreadable. */
export function readBefore(form: FormData): FormValues | undefined {
  const text = form.get("before");
  if (typeof text !== "string") return undefined;
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== "object" || read === null || Array.isArray(read)) return undefined;
    const isValues = Object.values(read).every(
      (values) => Array.isArray(values) && values.every((value) => typeof value === "string"),
    );
    return isValues ? (read as FormValues) : undefined;
  } catch {
    return undefined;
  }
}

/** The first value of a field; empty without one. */
export function firstValue(values: FormValues, name: string): string {
  return values[name]?.[0] ?? "";
}

export function allValues(values: FormValues, name: string): readonly string[] {
  return values[name] ?? [];
}

export interface Merged {
  readonly values: FormValues;
  /** Fields that two people changed to different values; `values` has mine. */
  readonly conflicts: readonly string[];
}

/**
 * Merges two people's changes of the same form. A field that one of them changed takes that change. A field with
 * several values merges by value: both people's additions and removals count.
 * @param sets names of the fields with several values
 */
export function mergeValues(
  before: FormValues,
  theirs: FormValues,
  mine: FormValues,
  sets: ReadonlySet<string>,
): Merged {
  const names = new Set([...Object.keys(before), ...Object.keys(theirs), ...Object.keys(mine)]);
  const values: Record<string, readonly string[]> = {};
  const conflicts: string[] = [];
  for (const name of names) {
    const [was, their, my] = [before, theirs, mine].map((some) => allValues(some, name));
    if (sets.has(name)) values[name] = mergeSets(was ?? [], their ?? [], my ?? []);
    else if (isSame(my, was)) values[name] = their ?? [];
    else {
      values[name] = my ?? [];
      if (!isSame(their, was) && !isSame(their, my)) conflicts.push(name);
    }
  }
  return { values, conflicts };
}

function mergeSets(
  before: readonly string[],
  theirs: readonly string[],
  mine: readonly string[],
): readonly string[] {
  const removed = new Set(before.filter((value) => !mine.includes(value)));
  const added = mine.filter((value) => !before.includes(value) && !theirs.includes(value));
  return [...theirs.filter((value) => !removed.has(value)), ...added];
}

function isSame(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return JSON.stringify(one ?? []) === JSON.stringify(other ?? []);
}
