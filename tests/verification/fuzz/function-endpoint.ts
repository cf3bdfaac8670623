import { jsonBody } from "./bodies.ts";
import { type Actor, type FuzzRequest, keyHeaders } from "./request.ts";
import {
  escaped,
  type FuzzRandom,
  mutate,
  oddly,
  oddValue,
  often,
  uuid,
  validValue,
  word,
} from "./values.ts";

interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
}

export interface FunctionDescription {
  readonly name: string;
  readonly input: JsonSchema;
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { requestBody: { content: Readonly<Record<string, { schema: JsonSchema }>> } }
        >
      >
    >
  >;
}

/** The functions' own description. */
export async function readFunctions(url: string): Promise<FunctionDescription[]> {
  const answer = await fetch(`${url}/functions/v1/openapi.json`);
  const { paths } = (await answer.json()) as OpenApi;
  return Object.entries(paths).map(([path, verbs]) => ({
    name: path.slice(1),
    input: Object.values(verbs)[0]?.requestBody.content["application/json"]?.schema ?? {},
  }));
}

/** Existing objects, so that an input can be valid. */
export interface Known {
  readonly variants: readonly string[];
  readonly orders: readonly string[];
  readonly slugs: readonly string[];
}

export function functionRequest(
  random: FuzzRandom,
  actor: Actor,
  functions: readonly FunctionDescription[],
  known: Known,
): FuzzRequest {
  const { name, input } = random.pick(functions);
  // Of so many random fields one is nearly always invalid; a plain valid cart gets past the checks.
  const isPlain = name === "quote-cart" && often(random, 0.3);
  const sent = jsonBody(
    random,
    isPlain ? plainCart(random, known) : fill(random, input, known, ""),
  );
  const headers: Record<string, string> = { ...keyHeaders(actor), "Content-Type": sent.type };
  if (often(random, 0.6))
    headers["Idempotency-Key"] = often(random, 0.2) ? "same" : word(random, 30);
  if (oddly(random, 0.15)) headers["Idempotency-Key"] = "x".repeat(random.pick([255, 256, 4000]));
  if (often(random, 0.2)) headers["Accept-Language"] = random.pick(["en", "id", "xx", "*;q=x"]);
  if (often(random, 0.1)) headers["x-region"] = word(random);
  const path = oddly(random, 0.1) ? escaped(mutate(random, name)) : name;
  return {
    endpoint: "functions",
    method: oddly(random, 0.1) ? random.pick(["GET", "PUT", "DELETE", "OPTIONS", "PATCH"]) : "POST",
    path: `/functions/v1/${path}`,
    headers,
    body: sent.body,
  };
}

function plainCart(random: FuzzRandom, { variants }: Known): unknown {
  return { lines: [{ variant_id: random.pick(variants), quantity: random.whole(1, 3) }] };
}

function fill(random: FuzzRandom, schema: JsonSchema, known: Known, name: string): unknown {
  if (oddly(random, 0.1)) return oddValue(random);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return fill(random, random.pick(schema.anyOf), known, name);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(() => !oddly(random, 0.1))
          .map(([key, inner]) => [key, fill(random, inner, known, key)]),
      );
    case "array":
      return Array.from({ length: random.whole(0, 3) }, () =>
        fill(random, schema.items ?? {}, known, name),
      );
    case "integer":
      return oddly(random, 0.3) ? validValue(random, "integer") : random.whole(1, 3);
    case "number":
    case "boolean":
      return validValue(random, schema.type);
    default:
      return text(random, schema, known, name);
  }
}

function text(random: FuzzRandom, schema: JsonSchema, known: Known, name: string): unknown {
  if (name.includes("variant") && !oddly(random, 0.15)) return random.pick(known.variants);
  if (name.includes("order") && known.orders.length > 0 && often(random, 0.7))
    return random.pick(known.orders);
  if (schema.format === "uuid")
    return oddly(random, 0.2) ? validValue(random, "text") : uuid(random);
  return validValue(random, "text");
}
