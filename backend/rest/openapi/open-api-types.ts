/** A part of the description. */
export type Schema = Readonly<Record<string, unknown>>;

const numbers: Readonly<Record<string, string>> = {
  smallint: "integer",
  integer: "integer",
  bigint: "integer",
  numeric: "number",
  real: "number",
  "double precision": "number",
  boolean: "boolean",
};

/** A PostgreSQL type; its own name is the format. */
export function typeSchema(type: string): Schema {
  if (type.endsWith("[]")) {
    return { type: "array", format: type, items: { type: simpleType(type.slice(0, -2)) } };
  }
  // JSON may have any type, so the type is omitted.
  if (type === "json" || type === "jsonb") return { format: type };
  return { type: simpleType(type), format: type };
}

function simpleType(type: string): string {
  return numbers[type.replace(/\(.*\)/, "")] ?? "string";
}

export const preferences = {
  call: ["params=single-object"],
  count: ["count=none"],
  return: ["return=representation", "return=minimal", "return=none"],
  post: [
    "return=representation",
    "return=minimal",
    "return=none",
    "resolution=ignore-duplicates",
    "resolution=merge-duplicates",
  ],
} as const;

const header = (name: string, description: string, more: Schema = {}): Schema => ({
  name,
  in: "header",
  required: false,
  type: "string",
  description,
  ...more,
});
const query = (name: string, description: string): Schema => ({
  name,
  in: "query",
  required: false,
  type: "string",
  description,
});

/** Parameters that every table has. */
export const commonParameters: Schema = {
  preferReturn: header("Prefer", "Preference", { enum: preferences.return }),
  preferCount: header("Prefer", "Preference", { enum: preferences.count }),
  preferPost: header("Prefer", "Preference", { enum: preferences.post }),
  select: query("select", "Filtering Columns"),
  on_conflict: query("on_conflict", "On Conflict"),
  order: query("order", "Ordering"),
  range: header("Range", "Limiting and Pagination"),
  rangeUnit: header("Range-Unit", "Limiting and Pagination", { default: "items" }),
  offset: query("offset", "Limiting and Pagination"),
  limit: query("limit", "Limiting and Pagination"),
};
