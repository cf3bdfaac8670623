import type { RestRequest } from "../request.ts";
import { routineNotFound, tableNotFound } from "../schema/hints.ts";
import { keyOf } from "../schema/schema-cache.ts";

/**
 * OPTIONS: the methods of a table or a function.
 * @throws RestError PGRST205, PGRST202
 */
export function options(request: RestRequest, path: readonly string[]): Response {
  return new Response(null, { status: 200, headers: { Allow: allowed(request, path) } });
}

function allowed({ cache, role, schema }: RestRequest, path: readonly string[]): string {
  if (path[0] === "rpc" && path.length === 2) {
    const searched = { schema, name: path[1] ?? "", args: [], body: undefined };
    const overloads = cache.routines.get(keyOf(searched)) ?? [];
    if (overloads.length === 0) throw routineNotFound(cache, role, searched);
    const isVolatile = overloads.every(({ volatility }) => volatility === "volatile");
    return isVolatile ? "OPTIONS,POST" : "OPTIONS,GET,HEAD,POST";
  }
  const wanted = { schema, name: path[0] ?? "" };
  const table = cache.tables.get(keyOf(wanted));
  if (!table) throw tableNotFound(cache, role, wanted);
  const { insertable, updatable, deletable, primaryKey } = table;
  return [
    "OPTIONS,GET,HEAD",
    ...(insertable ? ["POST"] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ["PUT"] : []),
    ...(updatable ? ["PATCH"] : []),
    ...(deletable ? ["DELETE"] : []),
  ].join(",");
}
