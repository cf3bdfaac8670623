import type { Context } from "hono";
import { AppError } from "#base/errors.ts";
import { log } from "#base/log.server.ts";
import { isUnavailable, unavailableFor } from "#db/unavailable.server.ts";
import { isUnstorableText } from "#db/unstorable-text.server.ts";
import { StoreUnavailable } from "#integrations/storage/object-store.ts";
import { messageOf } from "#server/boot/messages.ts";
import { type Facts, isGone } from "../middleware/request-facts.ts";

/** The last error handler. Clients get only a stable code and its message. Text that PostgreSQL cannot store is a 400. */
export function failureAnswer(error: Error, c: Context<Facts>): Response {
  const language = c.req.header("accept-language")?.toLowerCase().startsWith("en") ? "en" : "id";
  const known =
    error instanceof AppError
      ? error
      : isUnstorableText(error)
        ? new AppError("invalid_input", 400)
        : undefined;
  const isBusy = isUnavailable(error) || error instanceof StoreUnavailable;
  const status = known?.status ?? (isBusy ? 503 : 500);
  const code = known?.code ?? (isBusy ? "temporarily_unavailable" : "unexpected");
  // The client has disconnected, so the error is no failure.
  if (isGone(c)) return new Response(null, { status: 400 });
  if (status >= 500)
    log.error({ err: error, request_id: c.get("requestId") }, "an endpoint failed");
  const body = { error: { code, message: messageOf(code, language) } };
  return Response.json(body, {
    status,
    headers: {
      "X-Request-Id": c.get("requestId") ?? "",
      ...(known?.retryAfter !== undefined
        ? { "Retry-After": String(known.retryAfter) }
        : status === 503
          ? { "Retry-After": String(unavailableFor) }
          : {}),
    },
  });
}
