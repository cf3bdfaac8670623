import type { MiddlewareHandler } from "hono";
import type { Config } from "#base/config.server.ts";
import { pagePolicy, paymentParts } from "./page-policy.ts";
import type { Facts } from "./request-facts.ts";

/** Headers of every answer, with the stricter content policy for pages. */
export function securityHeaders(
  config: Config,
  options: { hotReload: boolean },
): MiddlewareHandler<Facts> {
  const isSecure = config.publicUrl.startsWith("https:");
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    const set = (name: string, value: string) => {
      if (!headers.has(name)) headers.set(name, value);
    };
    set("X-Content-Type-Options", "nosniff");
    set("Referrer-Policy", "strict-origin-when-cross-origin");
    set("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
    set("X-Frame-Options", "DENY");
    // A provider's frame requests the browser's wallets.
    const payers = paymentParts(c.req.path).map(({ script }) => ` "${new URL(script).origin}"`);
    // Stocktakes read barcodes; whoever gets there without loading a page keeps the policy of the first one.
    const camera = /^\/(en\/)?admin(\/|$)/.test(c.req.path) ? "self" : "";
    set(
      "Permissions-Policy",
      `camera=(${camera}), microphone=(), geolocation=(), payment=(self${payers.join("")}), interest-cohort=()`,
    );
    if (isSecure && config.production) {
      set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
    }
    const isPage = headers.get("content-type")?.startsWith("text/html");
    set(
      "Content-Security-Policy",
      isPage
        ? pagePolicy({
            nonce: c.get("nonce"),
            hotReload: options.hotReload,
            recaptcha: config.recaptcha !== undefined,
            path: c.req.path,
          })
        : "default-src 'none'",
    );
  };
}
