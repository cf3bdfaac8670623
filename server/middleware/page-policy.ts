import type { BrowserPart } from "#integrations/payment/provider.ts";
import { listProviders } from "#integrations/payment/providers.server.ts";

/** Determines what a page may load besides the shop's own files. */
export interface PagePolicy {
  /** What lets the page's inline scripts run: this answer's nonce, or their hashes. */
  readonly inlineScripts: readonly string[];
  /** What lets its inline style sheets apply; they are links otherwise. */
  readonly inlineStyles: readonly string[];
  readonly hotReload: boolean;
  readonly recaptcha: boolean;
  readonly path: string;
}

const recaptchaHosts = [
  "https://www.recaptcha.net/recaptcha/",
  "https://www.gstatic.com/recaptcha/",
  "https://www.gstatic.cn/recaptcha/",
];

/** Only the pages that pay an order may run a payment provider's script, because they show the provider's form. */
const payPage = /^\/(en\/)?(dashboard\/orders\/[0-9a-f-]{36}|pay\/[\w-]{22})\/?$/i;

/** Only drawing boards run WebAssembly: the shaper of their texts. */
const drawingBoard =
  /^\/(en\/)?(item\/[^/]+\/design|admin\/products\/[^/]+\/printing\/templates\/[^/]+|admin\/customisations\/[^/]+\/design|dashboard\/orders\/[^/]+\/customisation\/[^/]+)\/?$/i;

/** The back office frames its previews of mails; nothing else of the shop lets itself be framed. */
const office = /^\/(en\/)?admin(\/|$)/i;

/** Providers whose forms a page may show. */
export function paymentParts(path: string): BrowserPart[] {
  if (!payPage.test(path)) return [];
  return listProviders().flatMap(({ browser }) => browser ?? []);
}

/**
 * Scripts run only from our own files, or inline with this answer's nonce or a hash. Style attributes are allowed because the screens
 * write them on the server; they cannot run code.
 */
export function pagePolicy({
  inlineScripts,
  inlineStyles,
  hotReload,
  recaptcha,
  path,
}: PagePolicy): string {
  const parts = paymentParts(path).map((part) => part.policy);
  // A page reached by client-side navigation has the first page's policy, so every page allows reCAPTCHA when
  // its keys are set.
  const captcha = recaptcha ? recaptchaHosts : [];
  const wasm = drawingBoard.test(path) ? ["'wasm-unsafe-eval'"] : [];
  const sources = (...lists: readonly (readonly string[])[]) =>
    [...new Set(lists.flat())].join(" ");
  const of = (kind: keyof BrowserPart["policy"]) => parts.flatMap((policy) => policy[kind]);
  const frames = sources(office.test(path) ? ["'self'"] : [], captcha, of("frame"));
  return [
    // Firefox asks this one about pages that are fetched ahead. Nothing else falls back to it: each kind is named below.
    "default-src 'self'",
    `script-src ${sources(["'self'"], inlineScripts, wasm, captcha, of("script"))}`,
    `frame-src ${frames || "'none'"}`,
    "media-src 'none'",
    `style-src ${sources(["'self'"], hotReload ? ["'unsafe-inline'"] : inlineStyles)}`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${sources(["'self'", "data:", "blob:"], of("image"))}`,
    "font-src 'self'",
    // Vite's websocket to the browser uses a separate port.
    `connect-src ${sources(["'self'", ...(hotReload ? ["ws:"] : [])], captcha, of("connect"))}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
