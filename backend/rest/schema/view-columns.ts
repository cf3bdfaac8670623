/** The origin of a view's column. */
export interface ColumnOrigin {
  /** Position in the view. */
  readonly position: number;
  readonly table: number;
  readonly column: number;
}

/**
 * Reads from a view's stored rule (pg_rewrite.ev_action, the text form of a parse tree) which of its columns
 * are plain columns of which tables. PostgreSQL records the origin in each entry of the outermost target
 * list.
 */
export function columnOrigins(rule: string): ColumnOrigin[] {
  const origins: ColumnOrigin[] = [];
  let depth = 0;
  let listDepth: number | undefined;
  let round = 0;
  let field = "";
  let entry: Record<string, string> | undefined;
  for (const token of tokens(rule)) {
    if (token === "(") round++;
    else if (token === ")") {
      round--;
      if (listDepth !== undefined && round < listDepth) return origins;
    } else if (token === "{") {
      depth++;
      if (listDepth !== undefined && depth === 2) entry = {};
    } else if (token === "}") {
      if (entry && depth === 2) {
        pushOrigin(origins, entry);
        entry = undefined;
      }
      depth--;
    } else if (token.startsWith(":")) {
      field = token;
      if (depth === 1 && field === ":targetList") listDepth = round + 1;
    } else if (entry && depth === 2) {
      entry[field] = token;
    }
  }
  return origins;
}

function pushOrigin(origins: ColumnOrigin[], entry: Readonly<Record<string, string>>): void {
  const table = Number(entry[":resorigtbl"] ?? 0);
  const column = Number(entry[":resorigcol"] ?? 0);
  const position = Number(entry[":resno"] ?? 0);
  if (table > 0 && column > 0 && entry[":resjunk"] !== "true") {
    origins.push({ position, table, column });
  }
}

/**
 * Brackets are tokens of their own; any other token ends at white space or a bracket, unless a backslash
 * precedes it.
 */
function* tokens(text: string): Generator<string> {
  const pattern = /[(){}]|(?:\\[\s\S]|[^\s(){}\\])+/g;
  for (const match of text.matchAll(pattern)) yield match[0];
}
