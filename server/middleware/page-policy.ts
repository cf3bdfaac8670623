import type { BrowserPart } from "#integrations/payment/provider.ts";
import { listProviders } from "#integrations/payment/providers.server.ts";

/** What a page may load besides the shop's own files. */
export interface PagePolicy {
  readonly nonce: string;
  readonly hotReload: boolean;
  readonly recaptcha: boolean;
  readonly path: string;
}

const recaptchaHosts = [
  "https://www.recaptcha.net/recaptcha/",
  "https://www.gstatic.com/recaptcha/",
  "https://www.gstatic.cn/recaptcha/",
];

/** The page of one order is where a company's form takes its money; no other page may run a company's script. */
const payPage = /^\/(en\/)?dashboard\/orders\/[0-9a-f-]{36}\/?$/i;

/** Companies whose forms a page may show. */
export function paymentParts(path: string): BrowserPart[] {
  if (!payPage.test(path)) return [];
  return listProviders().flatMap(({ browser }) => browser ?? []);
}

/**
 * Scripts run only from our own files or with this answer's nonce. Style attributes are allowed because React
 * writes them on the server; they cannot run anything.
 */
export function pagePolicy({ nonce, hotReload, recaptcha, path }: PagePolicy): string {
  const parts = paymentParts(path).map((part) => part.policy);
  // A page reached without loading keeps the policy of the first one, so a shop with these keys has it everywhere.
  const captcha = recaptcha ? recaptchaHosts : [];
  const sources = (...lists: readonly (readonly string[])[]) =>
    [...new Set(lists.flat())].join(" ");
  const of = (kind: keyof BrowserPart["policy"]) => parts.flatMap((policy) => policy[kind]);
  const frames = sources(captcha, of("frame"));
  return [
    "default-src 'none'",
    `script-src ${sources(["'self'", `'nonce-${nonce}'`], captcha, of("script"))}`,
    ...(frames ? [`frame-src ${frames}`] : []),
    hotReload ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${sources(["'self'", "data:", "blob:"], of("image"))}`,
    "font-src 'self'",
    // Vite speaks to the browser over a websocket on a port of its own.
    `connect-src ${sources(["'self'", ...(hotReload ? ["ws:"] : [])], captcha, of("connect"))}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
