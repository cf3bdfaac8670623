import type { Context, MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import { tooManyPagesWords } from "#app/messages/shared/too-many-pages.ts";
import { networkOf } from "#backend/auth/context.server.ts";
import { isAmong, privateNetworks } from "#base/client-address.ts";
import { AppError } from "#base/errors.ts";
import { incomingOf } from "#base/incoming.ts";
import { languageOfPath } from "#base/language.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import type { Facts } from "./request-facts.ts";
import { temporaryLayout } from "./temporary-layout.ts";

/** Seconds of `Retry-After`: a tenth of the budget is there again. */
const retryAfter = 6;
/** The page's script: tries again when there is budget. */
const reopen = `setTimeout(function(){location.reload()},${retryAfter * 1000})`;
/** Addresses that are counted; the one that came longest ago leaves. */
const maxAddresses = 50_000;
const minuteMs = 60_000;
/** What an address may still open; it grows back to the whole budget within a minute. */
interface Budget {
  left: number;
  /** From `performance.now()`. */
  at: number;
}

/**
 * Limits the pages that one address, or one /64 IPv6 network, opens in a minute: a crawler reaches the limit, the people
 * behind one address do not (docs/why/server.md). Navigation inside an open page counts; scripts, pictures, forms and the API
 * do not. Each process counts separately, in memory.
 * @param perMinute pages
 * @param unlimited further addresses and networks that are not counted; private ones never are
 */
export function limitPages(
  perMinute: number,
  unlimited: readonly string[],
): MiddlewareHandler<Facts> {
  // A private address may be that of a proxy that `TRUSTED_PROXIES` does not name and that would count as one visitor.
  const isUnlimited = isAmong([...privateNetworks, ...unlimited]);
  const budgets = new LRUCache<string, Budget>({ max: maxAddresses });
  return async (c, next) => {
    const address = c.get("clientAddress");
    // A request that the program makes to itself has no socket.
    if (!incomingOf(c) || !isPage(c) || isUnlimited(address)) return next();
    const network = networkOf(address);
    const now = performance.now();
    const known = budgets.get(network) ?? { left: perMinute, at: now };
    const left = Math.min(perMinute, known.left + ((now - known.at) / minuteMs) * perMinute);
    if (left < 1) {
      budgets.set(network, { left, at: now });
      return refuse(c);
    }
    budgets.set(network, { left: left - 1, at: now });
    await next();
  };
}

/** Pages and their data, but not the requests that a page makes by itself. */
function isPage({ req }: Context): boolean {
  return /^(GET|HEAD)$/.test(req.method) && !/^(\/en)?\/(api\/|__manifest$)/.test(req.path);
}

/** In the reader's language; the router of an open page reads JSON. */
async function refuse(c: Context<Facts>): Promise<Response> {
  if (c.req.path.endsWith(".data")) throw new AppError("too_many_requests", 429, { retryAfter });
  const language = languageOfPath(c.req.path.toLowerCase());
  const { name } = await findMerchant();
  c.header("Retry-After", String(retryAfter));
  c.header("Cache-Control", "no-store");
  const words = tooManyPagesWords(language);
  return c.html(temporaryLayout(language, name, c.get("nonce"), words, reopen), 429);
}
