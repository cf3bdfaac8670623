import type { MiddlewareHandler } from "hono";
import type { Config } from "#base/config-type.ts";
import { pagePolicy, paymentParts } from "./page-policy.ts";
import type { Facts } from "./request-facts.ts";

/** What lets the inline parts of an answer run; none in an answer that is no page. */
export interface InlineParts {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The headers that protect an answer, as names and values. */
export type SecurityHeaders = (path: string, inline: InlineParts | undefined) => [string, string][];

export function securityHeadersOf(
  config: Config,
  options: { readonly hotReload: boolean },
): SecurityHeaders {
  const isSecure = config.publicUrl.startsWith("https:") && config.production;
  return (path, inline) => {
    // A provider's frame requests the browser's wallets.
    const payers = paymentParts(path).map(({ script }) => ` "${new URL(script).origin}"`);
    // Stocktakes read barcodes; whoever gets there without loading a page keeps the policy of the first one.
    const camera = /^\/(en\/)?admin(\/|$)/.test(path) ? "self" : "";
    const policy = inline
      ? pagePolicy({
          inlineScripts: inline.scripts,
          inlineStyles: inline.styles,
          hotReload: options.hotReload,
          recaptcha: config.recaptcha !== undefined,
          path,
        })
      : "default-src 'none'";
    return [
      ["X-Content-Type-Options", "nosniff"],
      ["Referrer-Policy", "strict-origin-when-cross-origin"],
      ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
      ["X-Frame-Options", "DENY"],
      [
        "Permissions-Policy",
        `camera=(${camera}), microphone=(), geolocation=(), payment=(self${payers.join("")}), interest-cohort=()`,
      ],
      ...(isSecure
        ? [["Strict-Transport-Security", "max-age=31536000; includeSubDomains"] as [string, string]]
        : []),
      ["Content-Security-Policy", policy],
    ];
  };
}

/** Adds the headers to every answer that has none of its own, with the stricter content policy for pages. */
export function securityHeaders(headersOf: SecurityHeaders): MiddlewareHandler<Facts> {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    const nonce = [`'nonce-${c.get("nonce")}'`];
    const isPage = headers.get("content-type")?.startsWith("text/html");
    for (const [name, value] of headersOf(
      c.req.path,
      isPage ? { scripts: nonce, styles: nonce } : undefined,
    )) {
      if (!headers.has(name)) headers.set(name, value);
    }
  };
}
