import type { FunctionMethod, FunctionTable, ShopFunction } from "./function-table.ts";

type JsonSchema = Record<string, unknown>;

/**
 * The fields of a valibot schema that this module reads; the library documents them but types them one schema
 * at a time.
 */
interface AnySchema {
  readonly type: string;
  readonly entries?: Record<string, AnySchema>;
  readonly item?: AnySchema;
  readonly wrapped?: AnySchema;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
}

const optionalTypes = new Set(["optional", "exact_optional", "nullish", "undefinedable"]);

/** The OpenAPI 3.1 description of all functions, generated from the table that serves them. */
export function describeFunctions(functions: FunctionTable, publicUrl: string): JsonSchema {
  const failure = { $ref: "#/components/schemas/Error" };
  const errorContent = { content: { "application/json": { schema: failure } } };
  const paths = Object.entries(functions).map(([name, definition]) => {
    const keyHeader = {
      name: "Idempotency-Key",
      in: "header",
      schema: { type: "string", maxLength: 255 },
    };
    const operation = {
      operationId: name,
      summary: definition.summary,
      security: definition.needs === "user" ? [{ apikey: [], user: [] }] : [{ apikey: [] }],
      ...(definition.mutating ? { parameters: [keyHeader] } : {}),
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: schemaOf(definition.input) },
        },
      },
      responses: {
        200: { description: "The answer", content: { "application/json": {} } },
        "4XX": { description: "Refused, with a stable code", ...errorContent },
      },
    };
    const verbs = (definition.methods ?? ["POST"]).map((method) => method.toLowerCase());
    return [`/${name}`, Object.fromEntries(verbs.map((verb) => [verb, operation]))];
  });
  return {
    openapi: "3.1.0",
    info: { title: "Functions of this shop", version: "1" },
    servers: [{ url: `${publicUrl}/functions/v1` }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        apikey: { type: "apiKey", in: "header", name: "apikey" },
        user: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      },
      schemas: {
        Error: {
          type: "object",
          required: ["error"],
          properties: {
            error: {
              type: "object",
              required: ["code", "message"],
              properties: {
                code: { type: "string" },
                message: { type: "string" },
                details: { type: "object" },
              },
            },
          },
        },
      },
    },
  };
}

/** One function as `GET /functions/v1/` lists it. */
export interface ListedFunction {
  readonly name: string;
  readonly summary: string;
  readonly methods: readonly FunctionMethod[];
  /** Whether a person must be signed in. */
  readonly needs: ShopFunction["needs"];
  /** Whether an `Idempotency-Key` makes repeated requests have one effect. */
  readonly idempotent: boolean;
  /** JSON Schema of the input. */
  readonly input: JsonSchema;
}

/** The functions with their input schemas, by name. */
export function listFunctions(functions: FunctionTable): readonly ListedFunction[] {
  return Object.entries(functions)
    .map(([name, { summary, methods = ["POST"] as const, needs, mutating, input }]) => ({
      name,
      summary,
      methods,
      needs,
      idempotent: mutating,
      input: schemaOf(input),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A valibot schema as JSON Schema; a schema without counterpart becomes an open one. */
function schemaOf(schema: AnySchema): JsonSchema {
  const wrapped = schema.wrapped;
  if (wrapped) {
    const inner = schemaOf(wrapped);
    const isNullable = schema.type === "nullable" || schema.type === "nullish";
    return isNullable ? { anyOf: [inner, { type: "null" }] } : inner;
  }
  switch (schema.type) {
    case "object":
    case "strict_object":
    case "loose_object": {
      const entries = Object.entries(schema.entries ?? {});
      const required = entries.filter(([, entry]) => !optionalTypes.has(entry.type));
      return {
        type: "object",
        properties: Object.fromEntries(entries.map(([name, entry]) => [name, schemaOf(entry)])),
        ...(required.length > 0 ? { required: required.map(([name]) => name) } : {}),
        ...(schema.type === "strict_object" ? { additionalProperties: false } : {}),
      };
    }
    case "array":
      return {
        type: "array",
        items: schema.item ? schemaOf(schema.item) : {},
        ...limitsOf(schema),
      };
    case "string":
    case "boolean":
    case "number":
      return { type: schema.type, ...limitsOf(schema) };
    case "picklist":
    case "enum":
      return { enum: schema.options ?? [] };
    case "literal":
      return { const: schema.literal };
    case "union":
    case "variant":
      return { anyOf: (schema.options ?? []).filter(isSchema).map(schemaOf) };
    default:
      return {};
  }
}

function isSchema(option: unknown): option is AnySchema {
  return typeof option === "object" && option !== null && "type" in option;
}

const limitNames: Record<string, string> = {
  min_value: "minimum",
  max_value: "maximum",
  min_length: "minLength",
  max_length: "maxLength",
};

function limitsOf(schema: AnySchema): JsonSchema {
  const limits: JsonSchema = {};
  for (const step of schema.pipe ?? []) {
    if (step.type === "integer" || step.type === "safe_integer") limits.type = "integer";
    if (step.type === "uuid" || step.type === "email") limits.format = step.type;
    if (step.type === "regex" && step.requirement instanceof RegExp) {
      limits.pattern = step.requirement.source;
    }
    const name = limitNames[step.type];
    if (name && typeof step.requirement === "number") {
      limits[schema.type === "array" ? name.replace("Length", "Items") : name] = step.requirement;
    }
  }
  return limits;
}
