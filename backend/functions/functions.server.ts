import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { safeParse } from "valibot";
import { requireSession } from "#backend/auth/request.server.ts";
import type { AccessClaims } from "#backend/gateway/access-token.server.ts";
import { TokenError } from "#backend/gateway/access-token.server.ts";
import { readCaller } from "#backend/gateway/caller.server.ts";
import { keyHint } from "#backend/gateway/key-hints.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { AppError } from "#base/errors.ts";
import { isLanguage, type Language } from "#base/language.ts";
import { log } from "#base/log.server.ts";
import { withTimeout } from "#base/with-timeout.ts";
import type { Caller } from "#db/client.server.ts";
import { isUnavailable, unavailableFor } from "#db/unavailable.server.ts";
import type {
  FunctionAnswer,
  FunctionCaller,
  FunctionTable,
  ShopFunction,
} from "./function-table.ts";
import { runOnce, sha256 } from "./idempotency.server.ts";
import { describeFunctions, listFunctions } from "./openapi.ts";
import { readInput } from "./read-input.server.ts";

export interface FunctionsOptions {
  readonly keys: Keys;
  readonly publicUrl: string;
  readonly functions: FunctionTable;
  readonly clientIp: (c: Context) => string;
  /** The message for an error code. */
  readonly messageOf: (code: string, language: Language) => string;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const defaultTimeoutMs = 30_000;
/**
 * Bytes of a body of which all problems are looked for. In a larger one only the first: a megabyte has 400,000 of them, which
 * take seconds and block the process.
 */
const maxListedBytes = 16_384;

/** All endpoints below /functions/v1. */
export function createFunctionsApi(options: FunctionsOptions): Hono {
  const endpoint = new Hono();
  const description = describeFunctions(options.functions, options.publicUrl);
  const listed = listFunctions(options.functions);
  const list = (c: Context) => c.json({ functions: listed });
  endpoint.get("/", list);
  endpoint.get("/openapi.json", (c) => c.json(description));
  endpoint.on(methods, "/:name", (c) => invoke(options, c));
  endpoint.all("*", (c) => {
    // A mounted route has no path that ends in a slash.
    if (c.req.method === "GET" && c.req.path.endsWith("/v1/")) return list(c);
    return c.json({ code: "NOT_FOUND", message: "Requested function was not found" }, 404);
  });
  endpoint.onError((error, c) => errorAnswer(options, error, c));
  return endpoint;
}

/** NaN where the request does not say it. */
const lengthOf = (c: Context) => Number(c.req.header("content-length") ?? Number.NaN);

async function invoke(options: FunctionsOptions, c: Context): Promise<Response> {
  const name = c.req.param("name") ?? "";
  const definition = Object.hasOwn(options.functions, name) ? options.functions[name] : undefined;
  const { caller, lacksFactor } = await callerOf(options, c);
  if (!definition) {
    return c.json({ code: "NOT_FOUND", message: "Requested function was not found" }, 404);
  }
  const allowed = definition.methods ?? ["POST"];
  if (!allowed.some((method) => method === c.req.method)) {
    c.header("Allow", allowed.join(", "));
    throw new AppError("method_not_allowed", 405);
  }
  if (definition.needs === "user" && caller.dbRole !== "authenticated") {
    throw new AppError("not_signed_in", 401);
  }
  if (definition.needs === "user" && lacksFactor) throw new AppError("insufficient_aal", 403);
  const { input, fingerprint } = await readInput(definition, c);
  const isShort = c.req.header("content-type") === undefined || lengthOf(c) <= maxListedBytes;
  const parsed = safeParse(definition.input, input, { abortEarly: !isShort });
  if (!parsed.success) {
    const problems = parsed.issues.slice(0, 20).map((issue) => ({
      path: (issue.path ?? []).map((item) => String(item.key)).join("."),
      type: issue.type,
      message: issue.message,
    }));
    throw new AppError("invalid_input", 400, { details: { problems } });
  }

  const ip = options.clientIp(c);
  const language = languageOf(c.req.header("accept-language"));
  const key = definition.mutating ? idempotencyKey(c) : undefined;
  const { signal } = c.req.raw;
  const context = { ip, language, signal, ...(key === undefined ? {} : { idempotencyKey: key }) };
  const work = () => settle(options, definition, caller, parsed.output, context);
  const limit = definition.timeoutMs ?? defaultTimeoutMs;
  if (key === undefined) return answerOf(c, await withTimeout(limit, work(), tooLate));

  const person = typeof caller.claims.sub === "string" ? caller.claims.sub : undefined;
  const scope = person ?? `${caller.dbRole}:${sha256(ip)}`;
  const answer = await withTimeout(
    limit,
    runOnce({ scope, name, key, body: fingerprint }, work),
    tooLate,
  );
  if (answer.replayed) c.header("Idempotency-Replayed", "true");
  return answerOf(c, answer);
}

/** The work continues after the timeout: a repeated request with the same Idempotency-Key gets its answer. */
const tooLate = () => new AppError("function_timeout", 504);

/**
 * Expected failures are answers too: a repeated request must get the same refusal. Temporary failures are not
 * stored, because they would be repeated for a day.
 */
async function settle(
  options: FunctionsOptions,
  definition: ShopFunction,
  caller: FunctionCaller,
  input: unknown,
  context: Parameters<ShopFunction["run"]>[2],
): Promise<FunctionAnswer> {
  try {
    return await definition.run(caller, input, context);
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.retryAfter === undefined) {
      return { status: error.status, body: errorBody(options, error, context.language) };
    }
    throw error;
  }
}

function answerOf(c: Context, answer: FunctionAnswer): Response {
  c.header("Cache-Control", "no-store");
  if (answer.status === 204) return c.body(null, 204);
  if (answer.type !== undefined) {
    const bytes = typeof answer.body === "string" ? answer.body : (answer.body as Uint8Array);
    return c.body(bytes as Uint8Array<ArrayBuffer>, answer.status as 200, {
      "Content-Type": answer.type,
    });
  }
  return c.json(answer.body as object, answer.status as 200);
}

interface IdentifiedCaller {
  readonly caller: FunctionCaller;
  /** The person has a second factor that this session has not used. */
  readonly lacksFactor: boolean;
}

/**
 * Checks that a signed-in person's session still exists: a sign-out or a ban takes effect at once.
 * @throws AppError 401
 */
async function callerOf(options: FunctionsOptions, c: Context): Promise<IdentifiedCaller> {
  const caller = await readCaller(options.keys, options.publicUrl, {
    apikey: c.req.header("apikey") ?? c.req.query("apikey"),
    authorization: c.req.header("authorization"),
  });
  if (!hasBuiltInRole(caller)) {
    throw new AppError("bad_jwt", 401, { message: "invalid JWT: role claim is not accepted" });
  }
  if (caller.dbRole !== "authenticated") return { caller, lacksFactor: false };
  const { hasFactor } = await requireSession(caller.claims as AccessClaims).catch((error) => {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, 401, { cause: error });
  });
  return { caller, lacksFactor: hasFactor && caller.claims.aal !== "aal2" };
}

function hasBuiltInRole(caller: Caller): caller is FunctionCaller {
  return ["anon", "authenticated", "service_role"].includes(caller.dbRole);
}

/** @throws AppError 400 `invalid_idempotency_key` */
function idempotencyKey(c: Context): string | undefined {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new AppError("invalid_idempotency_key", 400, {
    message: "The Idempotency-Key must have 1 to 255 printable characters",
  });
}

function errorAnswer(options: FunctionsOptions, error: unknown, c: Context): Response {
  const language = languageOf(c.req.header("accept-language"));
  c.header("Cache-Control", "no-store");
  if (error instanceof AppError && error.status < 500) {
    if (error.cause instanceof TokenError) c.header("WWW-Authenticate", "Bearer");
    if (error.retryAfter !== undefined) c.header("Retry-After", String(error.retryAfter));
    return c.json(errorBody(options, error, language), error.status as 400);
  }
  if (error instanceof AppError && error.status === 504) {
    log.warn({ path: c.req.path }, "function took too long");
    return c.json(errorBody(options, error, language), 504);
  }
  if (isUnavailable(error)) {
    log.error({ err: error, path: c.req.path }, "the database is not available");
    c.header("Retry-After", String(unavailableFor));
    const later = new AppError("temporarily_unavailable", 503);
    return c.json(errorBody(options, later, language), 503);
  }
  const requestId = c.res.headers.get("x-request-id") ?? randomUUID();
  c.header("X-Request-Id", requestId);
  log.error({ err: error, requestId, path: c.req.path }, "function failed");
  return c.json(errorBody(options, new AppError("unexpected", 500), language), 500);
}

function errorBody(options: FunctionsOptions, error: AppError, language: Language) {
  return {
    error: {
      code: error.code,
      message: options.messageOf(error.code, language),
      ...(error.details ? { details: error.details } : {}),
    },
    ...keyHint(error.code),
  };
}

/** The first supported language of the header; Indonesian when there is none. */
export function languageOf(header: string | undefined): Language {
  const wished = (header ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...options] = part.trim().toLowerCase().split(";");
      const quality = options.map((option) => /^ *q=([\d.]+)$/.exec(option)?.[1]).find(Boolean);
      return { language: tag.trim().slice(0, 2), weight: quality ? Number(quality) : 1 };
    })
    .filter(({ language }) => isLanguage(language))
    .sort((a, b) => b.weight - a.weight);
  const first = wished[0]?.language;
  return isLanguage(first) ? first : "id";
}
