/** An error for the client in PostgREST's shape. */
export class RestError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      details?: unknown;
      hint?: string | null;
      headers?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = "RestError";
    this.code = code;
    this.status = status;
    this.details = more.details ?? null;
    this.hint = more.hint ?? null;
    this.headers = more.headers ?? {};
  }

  /** The body in the form that clients parse. */
  get body(): Record<string, unknown> {
    return { code: this.code, details: this.details, hint: this.hint, message: this.message };
  }
}

/** Codes and texts: docs.postgrest.org, "Errors". */
export const badQuery = (message: string, details: string) =>
  new RestError(400, "PGRST100", message, { details });

export const badRpcMethod = (method: string) =>
  new RestError(405, "PGRST101", `Cannot use the ${method} method on RPC`);

export const badBody = (message: string) => new RestError(400, "PGRST102", message);

export const badRange = (details: string) =>
  new RestError(416, "PGRST103", "Requested range not satisfiable", { details });

export const badPutFilters = () =>
  new RestError(
    405,
    "PGRST105",
    "Filters must include all and only primary key columns with 'eq' operators",
  );

export const unknownSchema = (schema: string, exposed: readonly string[]) =>
  new RestError(406, "PGRST106", `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(", ")}`,
  });

export const unknownMediaType = (types: readonly string[]) =>
  new RestError(
    406,
    "PGRST107",
    `None of these media types are available: ${types.map((type) => type.slice(0, 200)).join(", ")}`,
  );

export const notEmbedded = (resource: string) =>
  new RestError(400, "PGRST108", `'${resource}' is not an embedded resource in this request`, {
    hint: `Verify that '${resource}' is included in the 'select' query parameter.`,
  });

export const badResponseHeaders = () =>
  new RestError(
    500,
    "PGRST111",
    "response.headers guc must be a JSON array composed of objects with a single key and a string value",
  );

export const badResponseStatus = () =>
  new RestError(500, "PGRST112", "response.status guc must be a valid status code");

export const putWithRange = () =>
  new RestError(400, "PGRST114", "limit/offset querystring parameters are not allowed for PUT");

export const putKeyMismatch = () =>
  new RestError(400, "PGRST115", "Payload values do not match URL in primary key column(s)");

export const notSingular = (rows: number) =>
  new RestError(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${rows} rows`,
  });

export const badMethod = (method: string) =>
  new RestError(405, "PGRST117", `Unsupported HTTP method: ${method}`);

export const orderNotToOne = (origin: string, target: string) =>
  new RestError(400, "PGRST118", `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });

export const badEmbedFilter = (target: string) =>
  new RestError(400, "PGRST120", `Bad operator on the '${target}' embedded resource`, {
    details: "Only is null or not is null filters are allowed on embedded resources",
  });

export const badPreferences = (preferences: readonly string[]) =>
  new RestError(400, "PGRST122", "Invalid preferences given with handling=strict", {
    details: `Invalid preferences: ${preferences.join(", ")}`,
  });

export const noAggregatesInLists = () =>
  new RestError(400, "PGRST127", "Feature not implemented", {
    details: "Aggregates are not implemented for one-to-many or many-to-many spreads.",
  });

export const noAggregates = () =>
  new RestError(400, "PGRST123", "Use of aggregate functions is not allowed");

export const tooManyAffected = (rows: number) =>
  new RestError(400, "PGRST124", "Query result exceeds max-affected preference constraint", {
    details: `The query affects ${rows} rows`,
  });

export const badPath = () =>
  new RestError(404, "PGRST125", "Invalid path specified in request URL");

export const noOpenApi = () => new RestError(404, "PGRST126", "Root endpoint metadata is disabled");

export const maxAffectedNeedsSet = () =>
  new RestError(
    400,
    "PGRST128",
    "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
  );

/** PostgreSQL's message for a missing column. */
export const missingColumn = (owner: string, column: string) =>
  new RestError(400, "42703", `column ${owner}.${column} does not exist`);

export const unknownColumn = (table: string, column: string) =>
  new RestError(
    400,
    "PGRST204",
    `Could not find the '${column}' column of '${table}' in the schema cache`,
  );
