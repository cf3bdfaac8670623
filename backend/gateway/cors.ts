import type { MiddlewareHandler } from "hono";

const allowedHeaders = [
  "accept",
  "accept-language",
  "accept-profile",
  "apikey",
  "authorization",
  "baggage",
  "cache-control",
  "content-encoding",
  "content-profile",
  "content-type",
  "idempotency-key",
  "if-none-match",
  "prefer",
  "range",
  "range-unit",
  "traceparent",
  "tracestate",
  "tus-resumable",
  "upload-defer-length",
  "upload-length",
  "upload-metadata",
  "upload-offset",
  "x-client-info",
  "x-http-method-override",
  "x-metadata",
  "x-region",
  "x-retry-count",
  "x-signature",
  "x-supabase-api-version",
  "x-upsert",
].join(", ");
const exposedHeaders = [
  "Content-Range",
  "Idempotency-Replayed",
  "Link",
  "Location",
  "Preference-Applied",
  "Retry-After",
  "Tus-Extension",
  "Tus-Max-Size",
  "Tus-Resumable",
  "Tus-Version",
  "Upload-Expires",
  "Upload-Length",
  "Upload-Metadata",
  "Upload-Offset",
  "X-Request-Id",
  "X-Supabase-Api-Version",
  "X-Total-Count",
  "sb-auth-session-id",
  "sb-auth-user-id",
  "x-sb-error-code",
].join(", ");

/**
 * Allows cross-origin requests from the listed origins only. Cookies are never allowed: callers authenticate
 * with headers, so requests cannot be forged.
 * @param origins exact origins, e.g. `https://shop.example`
 */
export function cors(origins: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header("origin");
    const isAllowed = origin !== undefined && origins.includes(origin);
    if (c.req.method === "OPTIONS") {
      const headers: Record<string, string> = { Vary: "Origin" };
      if (isAllowed) {
        headers["Access-Control-Allow-Origin"] = origin;
        headers["Access-Control-Allow-Headers"] = allowedHeaders;
        headers["Access-Control-Allow-Methods"] = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
        headers["Access-Control-Max-Age"] = "3600";
      }
      return c.body(null, 204, headers);
    }
    await next();
    // Not `c.header`, which copies a finished answer.
    const { headers } = c.res;
    headers.append("Vary", "Origin");
    if (isAllowed) {
      headers.set("Access-Control-Allow-Origin", origin);
      headers.set("Access-Control-Expose-Headers", exposedHeaders);
    }
  };
}
