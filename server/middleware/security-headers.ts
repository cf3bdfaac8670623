import type { MiddlewareHandler } from "hono";
import type { Config } from "#base/config.server.ts";
import type { Facts } from "./request-facts.ts";

/** Headers of every answer; the policy for pages is stricter than for anything that is not shown. */
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
    set(
      "Permissions-Policy",
      "camera=(), microphone=(), geolocation=(), payment=(self), interest-cohort=()",
    );
    if (isSecure && config.production) {
      set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
    }
    const isPage = headers.get("content-type")?.startsWith("text/html");
    set(
      "Content-Security-Policy",
      isPage
        ? pagePolicy(c.get("nonce"), options.hotReload, config.recaptcha !== undefined)
        : "default-src 'none'",
    );
  };
}

const recaptchaHosts = [
  "https://www.recaptcha.net/recaptcha/",
  "https://www.gstatic.com/recaptcha/",
  "https://www.gstatic.cn/recaptcha/",
];

/**
 * Scripts run only from our own files or with this answer's nonce. Style attributes are allowed because React
 * writes them on the server; they cannot run anything.
 */
function pagePolicy(nonce: string, hotReload: boolean, recaptcha: boolean): string {
  // A page reached without loading keeps the policy of the first one, so a shop with these keys has it everywhere.
  const captcha = recaptcha ? ` ${recaptchaHosts.join(" ")}` : "";
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${captcha}`,
    ...(recaptcha ? [`frame-src${captcha}`] : []),
    hotReload ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Vite speaks to the browser over a websocket on a port of its own.
    `connect-src 'self'${hotReload ? " ws:" : ""}${captcha}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
