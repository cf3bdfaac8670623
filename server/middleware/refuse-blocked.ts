import type { MiddlewareHandler } from "hono";
import { isAmong } from "#base/client-address.ts";
import { AppError } from "#base/errors.ts";
import type { Facts } from "./request-facts.ts";

/** Answers 403 to every request from these addresses and networks. */
export function refuseBlocked(blocked: readonly string[]): MiddlewareHandler<Facts> {
  const isBlocked = isAmong(blocked);
  return async (c, next) => {
    if (isBlocked(c.get("clientAddress"))) throw new AppError("address_blocked", 403);
    await next();
  };
}
