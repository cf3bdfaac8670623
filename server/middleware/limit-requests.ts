import type { ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import { networkOf } from "#backend/auth/context.server.ts";
import { AppError } from "#base/errors.ts";
import { Places } from "#base/places.ts";
import { whenAnswered } from "#server/metrics/when-answered.ts";
import type { Facts } from "./request-facts.ts";

/**
 * Limits the concurrent requests of one address, with 429. Behind a proxy it replaces the limit on
 * connections, because all visitors share the proxy's connections.
 */
export function limitRequests(max: number): MiddlewareHandler<Facts> {
  const addresses = new Places(max);
  return async (c, next) => {
    const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse };
    // A request that the program makes to itself.
    if (!outgoing) return next();
    const network = networkOf(c.get("clientAddress"));
    if (!addresses.hasRoom(network))
      throw new AppError("too_many_requests", 429, { retryAfter: 1 });
    whenAnswered(outgoing, outgoing.req.socket, addresses.enter(network));
    await next();
  };
}
