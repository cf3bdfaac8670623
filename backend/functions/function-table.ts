import type { GenericSchema, InferOutput } from "valibot";
import type { Language } from "#base/language.ts";

/** The caller. Structurally the `Caller` of the database, so a use case can pass it on. */
export interface FunctionCaller {
  readonly dbRole: "anon" | "authenticated" | "service_role";
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface FunctionContext {
  /** The client's key for this attempt; also guards effects that outlive a crash. */
  readonly idempotencyKey?: string;
  readonly ip: string;
  readonly language: Language;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal;
}

export type FunctionMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `json`: an object. `text`: a string. `form`: an object of strings and files. `bytes`: a Uint8Array. */
export type BodyKind = "json" | "text" | "form" | "bytes";

export interface FunctionAnswer {
  readonly status: number;
  /** JSON; a string or bytes when `type` is set. */
  readonly body: unknown;
  /** Content type of an answer that is no JSON. Mutating functions answer with JSON only. */
  readonly type?: string;
}

/** A use case that is served as `POST /functions/v1/{name}`. */
export interface ShopFunction<Schema extends GenericSchema = GenericSchema> {
  /** One sentence for the API description. */
  readonly summary: string;
  readonly input: Schema;
  readonly needs: "anyone" | "user";
  /** Default: POST. A request without a body has its input in the query. */
  readonly methods?: readonly FunctionMethod[];
  /** Default: JSON. */
  readonly accepts?: readonly BodyKind[];
  /** Maximum duration of an answer; default 30 seconds. */
  readonly timeoutMs?: number;
  /** True: repeated requests with one Idempotency-Key have one effect. */
  readonly mutating: boolean;
  run(
    caller: FunctionCaller,
    input: InferOutput<Schema>,
    context: FunctionContext,
  ): Promise<FunctionAnswer>;
}

/** By the name in the path. */
export type FunctionTable = Readonly<Record<string, ShopFunction>>;

/** Checks a function's types at its definition; the table itself has only the general type. */
export function defineFunction<Schema extends GenericSchema>(
  definition: ShopFunction<Schema>,
): ShopFunction {
  return definition as unknown as ShopFunction;
}
