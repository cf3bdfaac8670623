import { Cursor, queryLimits } from "./cursor.ts";
import { parseField } from "./field-parser.ts";
import type { OrderTerm } from "./query-types.ts";

/** `name.desc.nullslast,data->a,rel(col).asc`: the value of `order=`. @throws RestError PGRST100 */
export function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor(text, "order");
  const terms: OrderTerm[] = [];
  do {
    cursor.skipSpace();
    if (terms.length === queryLimits.fields) cursor.failWith("too many fields");
    terms.push(parseTerm(cursor));
    cursor.skipSpace();
  } while (cursor.take(","));
  if (!cursor.done) cursor.fail('"," or end of input');
  return terms;
}

function parseTerm(cursor: Cursor): OrderTerm {
  const relation = cursor.attempt(() => {
    const name = cursor.optionalName();
    return name !== undefined && cursor.take("(") ? name : undefined;
  });
  const field = parseField(cursor);
  if (relation !== undefined) cursor.expect(")");
  const direction = cursor.take(".asc") ? "asc" : cursor.take(".desc") ? "desc" : undefined;
  const nulls = cursor.take(".nullsfirst")
    ? "first"
    : cursor.take(".nullslast")
      ? "last"
      : undefined;
  if (!cursor.done && !cursor.looksAt(",")) {
    if (cursor.take(".")) {
      cursor.fail(`${direction ? "" : '"asc", "desc", '}"nullsfirst" or "nullslast"`);
    }
    cursor.fail('delimiter (.), "," or end of input');
  }
  return { relation, field, direction, nulls };
}
