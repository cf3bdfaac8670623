import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import { addressBehind, isAmong } from "#base/client-address.ts";
import type { Config } from "#base/config-type.ts";
import { log } from "#base/log.server.ts";
import type { ChangeLog } from "#db/change-log.server.ts";
import { countStoredAnswer } from "#server/metrics/answer-metrics.ts";
import { isClosed } from "#shop/settings/merchant/maintenance.server.ts";
import type { PageStore } from "./page-store.ts";
import type { PageRequest, StoredPage } from "./stored-page.ts";

/**
 * Answers requests for pages that the store has, before the framework: a page of the store needs no other handler. Everything
 * else goes on to `listener`, also a page that has to be rendered, so that all limits hold for it.
 */
export function servePages(
  store: PageStore,
  changes: ChangeLog,
  config: Config,
  listener: RequestListener,
): RequestListener {
  const isBlocked = isAmong(config.blockedAddresses);
  const addressOf = addressBehind(config.trustedProxies);
  const mustCheck = config.blockedAddresses.length > 0;
  const mayServe = (request: IncomingMessage) =>
    (request.method === "GET" || request.method === "HEAD") &&
    !isClosed() &&
    !(mustCheck && isBlocked(addressOf(request)));
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const page = store.find(request.url ?? "");
    if (page) send(page, request, response, config.logsRequests);
    else listener(request, response);
  };
  return (request, response) => {
    if (!mayServe(request) || !store.has(request.url ?? "")) return listener(request, response);
    if (changes.isFresh()) return serve(request, response);
    changes.ask().then(() => serve(request, response));
  };
}

function send(
  page: StoredPage,
  request: IncomingMessage,
  response: ServerResponse,
  logsRequests: boolean | undefined,
): void {
  const { headers } = request;
  const answer = page.answer({
    acceptEncoding: headers["accept-encoding"] as string | undefined,
    ifNoneMatch: headers["if-none-match"],
    isPrefetch: isPrefetch(headers["sec-purpose"]),
  });
  const id = randomUUID();
  response.writeHead(answer.status, [...answer.headers, "X-Request-Id", id]);
  response.end(request.method === "HEAD" ? undefined : answer.body);
  countStoredAnswer(request.method ?? "GET", answer.status);
  if (logsRequests) {
    const path = request.url?.split("?", 1)[0];
    log.info(
      { request_id: id, method: request.method, path, status: answer.status, ms: 0 },
      "request",
    );
  }
}

function isPrefetch(purpose: string | string[] | undefined): boolean {
  return typeof purpose === "string" && purpose.startsWith("prefetch");
}

/**
 * Renders a page for the store, after every limit on requests, and answers with it; other requests go on.
 */
export function fillPages(store: PageStore): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== "GET" || isClosed()) return next();
    const { pathname, search } = new URL(c.req.url);
    const page = await store.fill(pathname + search);
    if (!page) return next();
    const asked: PageRequest = {
      acceptEncoding: c.req.header("accept-encoding"),
      ifNoneMatch: c.req.header("if-none-match"),
      isPrefetch: isPrefetch(c.req.header("sec-purpose")),
    };
    const { status, headers, body } = page.answer(asked);
    const pairs = Array.from({ length: headers.length / 2 }, (_, n): [string, string] => [
      headers[2 * n] ?? "",
      headers[2 * n + 1] ?? "",
    ]);
    return new Response(body ? new Uint8Array(body) : null, { status, headers: pairs });
  };
}
