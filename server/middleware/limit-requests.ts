import type { ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import { networkOf } from "#backend/auth/context.server.ts";
import { AppError } from "#base/errors.ts";
import { Places } from "#base/places.ts";
import { whenAnswered } from "../http/when-answered.ts";
import type { Facts } from "./request-facts.ts";

/**
 * Bounds the requests of one address that are being answered, with 429. Behind a proxy this is what the bound on connections is
 * without one: there all visitors come over the connections of the proxy.
 */
export function limitRequests(max: number): MiddlewareHandler<Facts> {
  const addresses = new Places(max);
  return async (c, next) => {
    const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse };
    // The program asks itself.
    if (!outgoing) return next();
    const network = networkOf(c.get("clientAddress"));
    if (!addresses.hasRoom(network))
      throw new AppError("too_many_requests", 429, { retryAfter: 1 });
    whenAnswered(outgoing, outgoing.req.socket, addresses.enter(network));
    await next();
  };
}
