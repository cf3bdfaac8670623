import { type Cursor, queryLimits } from "./cursor.ts";
import type { Field, JsonStep } from "./query-types.ts";

const indexStep = /-?[0-9]+(?=->|::|\.|,|\)|$)/y;
/** An index that does not fit an integer is treated as a missing key. */
const maxIndexLength = 9;

/** `name`, `data->a->>b`, `data->0`. */
export function parseField(cursor: Cursor): Field {
  cursor.skipSpace();
  const name = cursor.name();
  const path = parseJsonPath(cursor);
  cursor.skipSpace();
  return { name, path };
}

export function parseJsonPath(cursor: Cursor): JsonStep[] {
  const path: JsonStep[] = [];
  for (;;) {
    const arrow = cursor.take("->>") ? "->>" : cursor.take("->") ? "->" : undefined;
    if (!arrow) return path;
    if (path.length === queryLimits.jsonSteps) cursor.failWith("the JSON path is too long");
    const index = cursor.match(indexStep);
    if (index !== undefined && index.replace("-", "").length <= maxIndexLength) {
      path.push({ arrow, kind: "index", value: index });
    } else if (index !== undefined) {
      path.push({ arrow, kind: "key", value: index });
    } else {
      path.push({ arrow, kind: "key", value: cursor.name() });
    }
  }
}
