import { passingStates, withRetries } from "#db/client.server.ts";
import { inPreparedTransaction, type Send, type Statement } from "#db/prepared.server.ts";
import { badBody } from "./errors.ts";
import { LruCache } from "./lru-cache.ts";
import type { RestRequest } from "./request.ts";
import { bound, constant, identifier, joined, sql, statementOf } from "./sql/fragment.ts";

/** What an operation needs of its transaction. */
export interface StatementOptions {
  readonly mode: "read only" | "read write";
  /** Statement timeout of the called function: milliseconds, or with a unit. */
  readonly statementTimeout?: string;
  /** Sends all statements before the first await. Only for transactions without a conditional rollback. */
  readonly sendsAtOnce?: boolean;
}

/** Besides errors that pass for every transaction: a prepared statement that is gone. */
const retriedStates = [...passingStates, "26000"];

/**
 * One transaction as the caller. The prelude and the first statement of `work` travel together; the settings
 * and `Prefer: tx=` decide between commit and rollback.
 */
export async function execute<T>(
  request: RestRequest,
  options: StatementOptions,
  work: (send: Send) => Promise<T>,
): Promise<T> {
  return withRetries(() => executeOnce(request, options, work), retriedStates);
}

function executeOnce<T>(
  request: RestRequest,
  options: StatementOptions,
  work: (send: Send) => Promise<T>,
): Promise<T> {
  const keep = keepsChanges(request);
  const sendsAtOnce = options.mode === "read only" && options.sendsAtOnce === true;
  return inPreparedTransaction({ mode: options.mode, sendsAtOnce }, async (send) => {
    // A client that left while it waited for a connection may have asked for much. Nothing has been sent yet.
    if (request.isGone()) throw badBody("The client is gone");
    const before = [send(preludeOf(request, options))];
    const { preRequest } = request.settings;
    if (preRequest) before.push(send({ text: `select ${callOf(preRequest)}`, values: [] }));
    let value: T;
    try {
      value = await work(send);
    } catch (error) {
      // Report the first error; later ones are its consequences.
      await Promise.all(before);
      throw error;
    }
    await Promise.all(before);
    if (!keep && options.mode === "read write") {
      await send({ text: "set constraints all immediate", values: [] });
    }
    return { value, keep };
  });
}

function keepsChanges({ settings, preferences }: RestRequest): boolean {
  if (settings.txEnd === "commit") return true;
  if (settings.txEnd === "rollback") return false;
  if (preferences.transaction !== undefined) return preferences.transaction === "commit";
  return settings.txEnd === "commit-allow-override";
}

function callOf(name: string): string {
  const parts = name.split(".").map((part) => identifier(part).join(""));
  return `${parts.join(".")}()`;
}

function preludeOf(request: RestRequest, options: StatementOptions): Statement {
  const { settings, role, schema, cache, headers } = request;
  const path = [schema, ...settings.extraSearchPath.filter((name) => name !== schema)];
  const ofRole = cache.roleSettings.get(role);
  const timeouts = settings.statementTimeouts;
  const timeout =
    options.statementTimeout ??
    ofRole?.get("statement_timeout") ??
    timeouts[role] ??
    timeouts[request.isAnonymous ? "anon" : "authenticated"];
  const pairs: [name: string, value: string][] = [
    ["search_path", path.map((name) => identifier(name).join("")).join(", ")],
    ["role", role],
    ["request.jwt.claims", JSON.stringify({ ...request.claims, role })],
    ["request.method", request.method],
    ["request.path", request.path],
    ["request.headers", JSON.stringify(headersOf(headers))],
    ["request.cookies", JSON.stringify(cookiesOf(headers))],
  ];
  for (const [name, value] of ofRole ?? []) {
    if (name !== "statement_timeout" && name !== "search_path") pairs.push([name, value]);
  }
  if (timeout !== undefined) pairs.push(["statement_timeout", String(timeout)]);
  const { timezone } = request.preferences;
  if (timezone !== undefined) pairs.push(["timezone", timezone]);
  for (const [name, value] of Object.entries(settings.appSettings)) {
    pairs.push([`app.settings.${name}`, value]);
  }
  const names = pairs.map(([name]) => name);
  const text = preludes.get(names.join(), () => settingsText(names));
  return { text, values: pairs.map(([, value]) => value) };
}

/** There are few different texts: each setting of a role or of the endpoint is present or absent. */
const preludes = new LruCache<string>(100, 10_000);

function settingsText(names: readonly string[]): string {
  const calls = names.map((name) => sql`set_config(${constant(name)}, ${bound("")}, true)`);
  return statementOf(sql`select ${joined(calls, ", ")}`).text;
}

function headersOf(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name !== "cookie"));
}

function cookiesOf(headers: Headers): Record<string, string> {
  const pairs = (headers.get("cookie") ?? "").split(";").flatMap((part) => {
    const equals = part.indexOf("=");
    return equals < 0 ? [] : [[part.slice(0, equals).trim(), part.slice(equals + 1).trim()]];
  });
  return Object.fromEntries(pairs);
}
