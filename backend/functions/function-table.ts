import type { GenericSchema, InferOutput } from "valibot";
import type { Language } from "#base/language.ts";

/** Who asks. Structurally the `Caller` of the database, so a use case can pass it on. */
export interface FunctionCaller {
  readonly dbRole: "anon" | "authenticated" | "service_role";
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface FunctionContext {
  /** The client's key for this attempt, also for guarding effects that outlive a crash. */
  readonly idempotencyKey?: string;
  readonly ip: string;
  readonly language: Language;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

export type FunctionMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `json`: an object. `text`: a string. `form`: an object of strings and files. `bytes`: a Uint8Array. */
export type BodyKind = "json" | "text" | "form" | "bytes";

export interface FunctionAnswer {
  readonly status: number;
  /** JSON; a string or bytes when `type` is set. */
  readonly body: unknown;
  /** Content type of an answer that is no JSON. Functions that act once answer with JSON only. */
  readonly type?: string;
}

/** One use case as `POST /functions/v1/{name}`. */
export interface ShopFunction<Schema extends GenericSchema = GenericSchema> {
  /** One sentence for the description of the API. */
  readonly summary: string;
  readonly input: Schema;
  readonly needs: "anyone" | "user";
  /** POST when absent. What comes without a body has its input in the query. */
  readonly methods?: readonly FunctionMethod[];
  /** JSON when absent. */
  readonly accepts?: readonly BodyKind[];
  /** How long an answer may take, 30 seconds when absent. */
  readonly timeoutMs?: number;
  /** True: repeated with the same Idempotency-Key it acts once. */
  readonly mutating: boolean;
  run(
    caller: FunctionCaller,
    input: InferOutput<Schema>,
    context: FunctionContext,
  ): Promise<FunctionAnswer>;
}

/** By name, as it stands in the address. */
export type FunctionTable = Readonly<Record<string, ShopFunction>>;

/** Keeps the input's type while a function is written; the table itself knows only the general one. */
export function defineFunction<Schema extends GenericSchema>(
  definition: ShopFunction<Schema>,
): ShopFunction {
  return definition as unknown as ShopFunction;
}
