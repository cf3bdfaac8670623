import { ambiguousRoutine, routineNotFound, type SearchedRoutine } from "../schema/hints.ts";
import { keyOf, type Routine, type SchemaCache } from "../schema/schema-cache.ts";

const unnamedTypes: Readonly<Record<string, readonly string[]>> = {
  json: ["json", "jsonb"],
  text: ["text"],
  xml: ["xml"],
  binary: ["bytea"],
};

/**
 * The overload whose parameters match the given ones: all required, and no unknown one. Without a match, the
 * function with a single unnamed parameter, which takes the whole body.
 * @throws RestError PGRST202, PGRST203
 */
export function findRoutine(cache: SchemaCache, role: string, searched: SearchedRoutine): Routine {
  const overloads = cache.routines.get(keyOf(searched)) ?? [];
  const named = overloads.filter((routine) => takes(routine, searched));
  const [first, second] = named;
  if (first && second) throw ambiguousRoutine(named);
  if (first) return first;
  const unnamed = overloads.filter((routine) => takesBody(routine, searched.body));
  if (unnamed.length > 1) throw ambiguousRoutine(unnamed);
  const [only] = unnamed;
  if (!only) throw routineNotFound(cache, role, searched);
  return only;
}

function takes({ parameters }: Routine, { args, body }: SearchedRoutine): boolean {
  if (parameters.length === 0) {
    return args.length === 0 && body !== "text" && body !== "xml" && body !== "binary";
  }
  const given = new Set(args);
  return (
    args.every((name) => parameters.some((parameter) => parameter.name === name)) &&
    parameters.every(({ name, required }) => !required || given.has(name))
  );
}

/** Whether the body can be the function's only parameter, which has no name. */
function takesBody(routine: Routine, body: SearchedRoutine["body"]): boolean {
  if (body === undefined || !isUnnamed(routine)) return false;
  return (unnamedTypes[body] ?? []).includes(routine.parameters[0]?.type ?? "");
}

/** The schema cache has functions with unnamed parameters only when there is a single one. */
export function isUnnamed({ parameters }: Routine): boolean {
  return parameters.length === 1 && parameters[0]?.name === "";
}
