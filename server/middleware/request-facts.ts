import { randomBytes, randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { AddressOf } from "#base/client-address.ts";
import { incomingOf } from "#base/incoming.ts";
import { log } from "#base/log.server.ts";
import { countAnswer } from "#server/metrics/answer-metrics.ts";

const probes: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Values of one request, available to all its handlers. */
export interface Facts {
  Variables: {
    /** Shown on the error page and written in every log line of the request. */
    requestId: string;
    /** For the inline scripts of this answer. */
    nonce: string;
    /** The bytes of an answer that is a whole page. */
    page?: Buffer;
    /** The visitor's address, behind the proxies of the settings. */
    clientAddress: string;
  };
}

/**
 * Sets a request's id, nonce and client address, and writes its log line. Paths are logged without their
 * query, and without the client's address, which is personal.
 * @param logsRequests writes the line of every request at level `info`, but those of probes
 */
export function requestFacts(addressOf: AddressOf, logsRequests = false): MiddlewareHandler<Facts> {
  return async (c, next) => {
    const requestId = randomUUID();
    c.set("requestId", requestId);
    c.set("clientAddress", addressOf(incomingOf(c)));
    c.set("nonce", randomBytes(16).toString("base64"));
    const start = performance.now();
    await next();
    // Not `c.header`, which copies a finished answer.
    c.res.headers.set("X-Request-Id", requestId);
    const ms = Math.round(performance.now() - start);
    // HEAD is answered as GET: see server/http/head-as-get.ts.
    const method = incomingOf(c)?.method ?? c.req.method;
    countAnswer(method, c.res.status, ms);
    const line = {
      request_id: requestId,
      method,
      path: c.req.path,
      status: c.res.status,
      ms,
    };
    if (c.res.status >= 500 && !isGone(c)) log.error(line, "request failed");
    else if (logsRequests && !probes.has(c.req.path)) log.info(line, "request");
    else log.debug(line, "request");
  };
}

/** Whether the client has disconnected. */
export function isGone(c: Context): boolean {
  return incomingOf(c)?.socket?.destroyed === true;
}
