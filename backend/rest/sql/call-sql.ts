import type { Parameter, Routine } from "../schema/schema-cache.ts";
import { bodySql, type JsonRows } from "./body-sql.ts";
import {
  arrayLiteral,
  bound,
  type Fragment,
  identifier,
  joined,
  qualified,
  sql,
  word,
} from "./fragment.ts";

/** The arguments of a call, by their source. */
export type CallArguments =
  /** Query string or form: text by name, several for a variadic parameter. */
  | { readonly kind: "direct"; readonly values: ReadonlyMap<string, readonly string[]> }
  | { readonly kind: "json"; readonly body: JsonRows; readonly keys: ReadonlySet<string> }
  /** The whole body is the only, unnamed argument. */
  | { readonly kind: "single"; readonly value: string | null };

/**
 * The rows of a function. A scalar is the column `pgrst_scalar`.
 * @param computed computed columns to add. They are added here because outside of this query the rows have no named
 * type, which PostgreSQL needs to choose between functions of the same name.
 */
export function callSql(
  routine: Routine,
  args: CallArguments,
  computed: readonly string[] = [],
): Fragment {
  const selectFrom = (sources: readonly Fragment[], given: Fragment) =>
    callFrom(routine, sources, given, computed);
  const { parameters } = routine;
  if (args.kind === "single") {
    const type = parameters[0]?.type ?? "text";
    return selectFrom([], sql`${bound(args.value)}::${word(type)}`);
  }
  if (args.kind === "direct") {
    const given = parameters.filter(({ name }) => args.values.has(name));
    return selectFrom(
      [],
      joined(
        given.map((parameter) => directArgument(parameter, args.values.get(parameter.name) ?? [])),
        ", ",
      ),
    );
  }
  const given = parameters.filter(({ name }) => args.keys.has(name));
  if (given.length === 0) return selectFrom([], []);
  return selectFrom(
    [bodySql(args.body, given, { onlyFirst: true })],
    joined(
      given.map(
        ({ name, variadic }) =>
          sql`${word(variadic ? "VARIADIC " : "")}${identifier(name)} := rest_body.${identifier(name)}`,
      ),
      ", ",
    ),
  );
}

function directArgument({ name, type, variadic }: Parameter, values: readonly string[]): Fragment {
  // Of a repeated parameter the last value counts.
  const value = variadic ? arrayLiteral(values) : (values.at(-1) ?? "");
  return sql`${word(variadic ? "VARIADIC " : "")}${identifier(name)} := ${bound(value)}::${word(type)}`;
}

function callFrom(
  routine: Routine,
  sources: readonly Fragment[],
  args: Fragment,
  computed: readonly string[],
): Fragment {
  const call = sql`${qualified(routine)}(${args})`;
  const lateral = word(sources.length > 0 ? "LATERAL " : "");
  if (routine.returns === "composite") {
    // PostgreSQL's message about a missing column contains this alias, so it is the name of the table.
    const rows = computed.length > 0 ? identifier(routine.returnType.name) : word("pgrst_call");
    const from = joined([...sources, sql`${lateral}${call} ${rows}`], ", ");
    const more = computed.flatMap((name) => sql`, ${rows}.${identifier(name)}`);
    return sql`SELECT ${rows}.*${more} FROM ${from}`;
  }
  const from = joined(
    [...sources, sql`${lateral}(SELECT ${call} AS pgrst_scalar) pgrst_call`],
    ", ",
  );
  return sql`SELECT pgrst_call.pgrst_scalar FROM ${from}`;
}
