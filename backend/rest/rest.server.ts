import { type Context, Hono } from "hono";
import { TokenError } from "#backend/gateway/access-token.server.ts";
import { bearerOf, readCaller } from "#backend/gateway/caller.server.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { AppError } from "#base/errors.ts";
import { incomingOf } from "#base/incoming.ts";
import { log } from "#base/log.server.ts";
import type { Caller } from "#db/client.server.ts";
import { isConnectionLost } from "#db/connection-lost.server.ts";
import { databaseReport } from "#db/prepared.server.ts";
import { restErrorOf } from "./database-error.server.ts";
import { deniedColumnsError } from "./denied-columns.ts";
import {
  badBody,
  badMethod,
  badPath,
  badPreferences,
  badQuery,
  badRpcMethod,
  RestError,
  unknownSchema,
} from "./errors.ts";
import { LruCache } from "./lru-cache.ts";
import { callFunction } from "./operations/call-function.server.ts";
import { describeSchema } from "./operations/describe-schema.ts";
import { insertRows } from "./operations/insert-rows.server.ts";
import { options } from "./operations/options.ts";
import { putRow } from "./operations/put-row.server.ts";
import { readRows } from "./operations/read-rows.server.ts";
import { deleteRows, updateRows } from "./operations/update-rows.server.ts";
import { parsePreferences } from "./query/preferences.ts";
import { decodePercent, parseQuery, type QueryParams } from "./query/query-params.ts";
import { readBytes } from "./query/request-body.server.ts";
import type { RestRequest } from "./request.ts";
import { isBodiless, isHeader } from "./respond.ts";
import { tableNotFound } from "./schema/hints.ts";
import { SchemaKeeper } from "./schema/schema-cache.server.ts";
import { keyOf, type SchemaCache, type Table } from "./schema/schema-cache.ts";
import { defaultRestSettings, type RestSettings } from "./settings.ts";

export interface RestOptions {
  readonly keys: Keys;
  readonly publicUrl: string;
  readonly settings?: Partial<RestSettings>;
}

/** All endpoints below /rest/v1, compatible with PostgREST. */
export function createRestApi(given: RestOptions): Hono {
  const settings = {
    ...defaultRestSettings,
    ...given.settings,
    statementTimeouts: {
      ...defaultRestSettings.statementTimeouts,
      ...given.settings?.statementTimeouts,
    },
  };
  const keeper = new SchemaKeeper(settings);
  const endpoint = new Hono();
  endpoint.all("*", async (c) => {
    let isAnonymous = true;
    try {
      const caller = await callerOf(given, c);
      isAnonymous = caller.dbRole === "anon";
      const role = isAnonymous ? settings.anonymousRole : caller.dbRole;
      if (role === undefined) {
        throw new RestError(401, "PGRST302", "Anonymous access is disabled", {
          headers: { "WWW-Authenticate": "Bearer" },
        });
      }
      const cache = await keeper.get();
      const incoming = incomingOf(c);
      const isGone = () => incoming?.socket.destroyed === true;
      const { publicUrl } = given;
      return await answer({ settings, cache, role, caller, publicUrl, isGone }, c.req.raw);
    } catch (error) {
      return errorAnswer(error, isAnonymous, c);
    }
  });
  return endpoint;
}

interface RestApi {
  readonly settings: RestSettings;
  readonly cache: SchemaCache;
  readonly role: string;
  readonly caller: Caller;
  readonly publicUrl: string;
  readonly isGone: () => boolean;
}

const readMethods = ["GET", "HEAD", "OPTIONS"];
const methods = [...readMethods, "POST", "PATCH", "PUT", "DELETE"];

async function answer(endpoint: RestApi, raw: Request): Promise<Response> {
  const { method } = raw;
  const path = pathOf(raw.url);
  const isCall = path[0] === "rpc" && path.length === 2;
  if (path.length > 1 && !isCall) throw badPath();
  if (!methods.includes(method)) throw badMethod(method);
  if (isCall && !["GET", "HEAD", "POST", "OPTIONS"].includes(method)) throw badRpcMethod(method);
  const request = requestOf(endpoint, raw, path, isCall);
  try {
    return await serve(endpoint, request, path, isCall);
  } catch (error) {
    const report = databaseReport(error);
    throw report?.code === "42501" ? deniedColumnsError(report, request) : error;
  }
}

async function serve(
  endpoint: RestApi,
  request: RestRequest,
  path: readonly string[],
  isCall: boolean,
): Promise<Response> {
  const { method } = request;
  if (path.length === 0) return describeSchema(request, endpoint.publicUrl);
  if (method === "OPTIONS") return options(request, path);
  if (isCall) return callFunction(request, path[1] ?? "");
  const table = tableOf(request, path[0] ?? "");
  switch (method) {
    case "POST":
      return insertRows(request, table);
    case "PATCH":
      return updateRows(request, table);
    case "PUT":
      return putRow(request, table);
    case "DELETE":
      return deleteRows(request, table);
    default:
      return readRows(request, table);
  }
}

function requestOf(
  endpoint: RestApi,
  raw: Request,
  path: readonly string[],
  isCall: boolean,
): RestRequest {
  const { settings, cache, role, caller } = endpoint;
  const { headers, method } = raw;
  const profile = headers.get(readMethods.includes(method) ? "accept-profile" : "content-profile");
  const schema = profile ?? settings.schemas[0] ?? "public";
  if (!settings.schemas.includes(schema)) throw unknownSchema(schema, settings.schemas);
  const query = raw.url.indexOf("?");
  const search = query < 0 ? "" : (raw.url.slice(query + 1).split("#")[0] ?? "");
  const readsFunction = isCall && method !== "POST";
  const params = queries.get(`${readsFunction}${search}`, () => parseQuery(search, readsFunction));
  const preferences = parsePreferences(
    headers.get("prefer") ?? undefined,
    settings.txEnd.endsWith("allow-override"),
  );
  if (preferences.handling === "strict" && preferences.invalid.length > 0) {
    throw badPreferences(preferences.invalid);
  }
  return {
    settings,
    cache,
    role,
    method,
    path: `/${path.join("/")}`,
    schema,
    isSchemaNamed: profile !== null || settings.schemas.length > 1,
    isAnonymous: caller.dbRole === "anon",
    claims: caller.claims,
    headers,
    search,
    params,
    preferences,
    range: method === "GET" ? (headers.get("range") ?? undefined) : undefined,
    types: { cache, path: [schema, ...settings.extraSearchPath] },
    isGone: endpoint.isGone,
    bytes: () => readBytes(raw, settings.maxBodyBytes),
  };
}

const queries = new LruCache<QueryParams>(1000, 2000);

const apiPath = "/rest/v1";

/**
 * The path segments below the API's own path.
 * @throws RestError PGRST100
 */
function pathOf(url: string): string[] {
  const path = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? "";
  const own = path.startsWith(apiPath) ? path.slice(apiPath.length) : path;
  return own
    .replace(/^\/|\/$/g, "")
    .split("/")
    .filter((part, index, all) => part !== "" || all.length > 1 || index > 0)
    .map((part) => {
      let name: string;
      try {
        name = decodePercent(part);
      } catch {
        throw badQuery("The path could not be decoded", "invalid percent-encoding or UTF-8");
      }
      if (name.includes("\0")) throw badQuery("The path could not be decoded", "NUL");
      return name;
    });
}

/** @throws RestError PGRST205 */
function tableOf(request: RestRequest, name: string): Table {
  const wanted = { schema: request.schema, name };
  const table = request.cache.tables.get(keyOf(wanted));
  if (!table) throw tableNotFound(request.cache, request.role, wanted);
  return table;
}

/** @throws RestError 401 with PostgREST's message for a token, with the gateway's for a key */
async function callerOf({ keys, publicUrl }: RestOptions, c: Context): Promise<Caller> {
  try {
    return await readCaller(keys, publicUrl, {
      apikey: c.req.header("apikey") ?? c.req.query("apikey"),
      authorization: c.req.header("authorization"),
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 401) throw error;
    if (!(error.cause instanceof TokenError)) throw error;
    const { problem } = error.cause;
    // PostgREST returns PostgreSQL's error for an unknown role.
    if (problem === "role") throw new RestError(401, "22023", error.cause.message);
    const isDamaged = problem === "empty" || problem === "malformed" || problem === "signature";
    const token = bearerOf(c.req.header("authorization")) ?? "";
    const message = tokenMessage(error.cause, token);
    throw new RestError(401, isDamaged ? "PGRST301" : "PGRST303", message, {
      headers: {
        "WWW-Authenticate": `Bearer error="invalid_token", error_description="${message}"`,
      },
    });
  }
}

/** PostgREST's message for a refused token. */
function tokenMessage({ problem, claim }: TokenError, token: string): string {
  const parts = token.split(".").length;
  switch (problem) {
    case "empty":
      return "Empty JWT is sent in Authorization header";
    case "expired":
      return "JWT expired";
    case "early":
      return "JWT not yet valid";
    case "type": {
      const type = claim === "aud" ? "a string or an array of strings" : "a number";
      return `The JWT '${claim}' claim must be ${type}`;
    }
    case "claims":
      return "Parsing claims failed";
    default:
      return parts === 3
        ? "JWT cryptographic operation failed"
        : `Expected 3 parts in JWT; got ${parts}`;
  }
}

function errorAnswer(error: unknown, isAnonymous: boolean, c: Context): Response {
  if (error instanceof AppError && error.status === 401) {
    const hint =
      error.code === "no_api_key"
        ? "No `apikey` request header or url param was found."
        : "Double check your API key.";
    return c.json({ message: error.message, hint }, 401);
  }
  const known = restError(error, isAnonymous);
  if (known.status >= 500) log.error({ err: error, path: c.req.path }, "rest failed");
  const headers = new Headers({
    "Content-Type": "application/json; charset=utf-8",
    "Proxy-Status": `PostgREST; error=${known.code.replace(/[^A-Za-z0-9_-]/g, "_")}`,
  });
  for (const [name, value] of Object.entries(known.headers)) {
    if (isHeader(name, value)) headers.set(name, value);
  }
  if (known.status === 503) headers.set("Retry-After", "2");
  const hasBody = c.req.method !== "HEAD" && !isBodiless(known.status);
  const body = hasBody ? JSON.stringify(known.body) : null;
  return new Response(body, { status: known.status, headers });
}

function restError(error: unknown, isAnonymous: boolean): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof AppError && error.code === "request_cut") return badBody(error.message);
  const report = databaseReport(error);
  if (report) return restErrorOf(report, isAnonymous);
  if (isConnectionLost(error)) {
    return new RestError(503, "PGRST000", "Database connection error. Retrying the connection.");
  }
  return new RestError(500, "PGRSTX00", "Unexpected error");
}
