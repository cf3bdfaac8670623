import { ownPath } from "#base/own-path.ts";
import { clickParam, readClickMark } from "#shop/orders/mail-clicks/click-mark.ts";

/** A request for a page by a link of a campaign's mail. */
interface MarkedRequest {
  /** As if the link had no mark. */
  readonly request: Request;
  readonly mark: string;
}

/**
 * Takes the mark of a mail's link out of a request, so that no page, cache key or canonical link depends on it; the script of
 * the page reads it from the address bar.
 * @returns undefined for a request without one
 */
export function withoutMailMark(request: Request): MarkedRequest | undefined {
  if (!/[?&]k=/.test(request.url) || !/^(GET|HEAD)$/.test(request.method)) return undefined;
  const address = new URL(request.url);
  const mark = address.searchParams.get(clickParam);
  if (mark === null) return undefined;
  address.searchParams.delete(clickParam);
  return { request: new Request(address, request), mark };
}

/** A page that has moved is opened with the mark. */
export function keepMailMark(headers: Headers, mark: string, requested: string): void {
  const location = headers.get("Location");
  if (location === null || !readClickMark(mark)) return;
  const { origin } = new URL(requested);
  const path = ownPath(location, origin);
  if (path === undefined) return;
  const address = new URL(path, origin);
  address.searchParams.set(clickParam, mark);
  headers.set("Location", address.pathname + address.search + address.hash);
}
