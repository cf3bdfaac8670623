import { randomBytes } from "node:crypto";
import { type RouterContext, RouterContextProvider } from "react-router";
import type { Keys } from "#backend/gateway/keys.server.ts";
import type { Config } from "#base/config-type.ts";
import { log } from "#base/log.server.ts";
import { readingShared, SharedRead } from "#db/shared-read.server.ts";
import type { HandlerFor } from "#server/screens/screen-handlers.ts";
import { publicConfigOf, type Screens } from "#server/screens/screens.ts";
import type { SecurityHeaders } from "../middleware/security-headers.ts";
import type { MakePage } from "./page-store.ts";
import { hashScripts } from "./script-hashes.ts";

/** Headers that depend on the encoding or on the request; the store adds its own. */
const ofRequest = new Set(["content-length", "vary", "cache-control", "etag"]);

/** The context of a page that is for everybody: there is nobody to ask about. */
class SharedContext extends RouterContextProvider {
  readonly #forbidden: ReadonlySet<unknown>;

  constructor(forbidden: readonly unknown[]) {
    super();
    this.#forbidden = new Set(forbidden);
  }

  override get<T>(context: RouterContext<T>): T {
    if (this.#forbidden.has(context)) throw new Error("a page for everybody asks who is there");
    return super.get(context);
  }
}

export interface PageMakers {
  readonly config: Config;
  readonly keys: Keys;
  readonly screens: Screens;
  readonly handlerFor: HandlerFor;
  readonly securityHeadersOf: SecurityHeaders;
}

/**
 * Renders pages for the store from their address alone: the request has no headers, the context no visitor. A page that
 * reads something past the cached reads is not kept, because it could be one person's or grow old unseen.
 */
export function pageMaker({
  config,
  keys,
  screens,
  handlerFor,
  securityHeadersOf,
}: PageMakers): MakePage {
  const { actorContext, networkContext, nonceContext, publicConfigContext, wholePageContext } =
    screens.contexts;
  const publicConfig = publicConfigOf(config, keys, screens);
  return async (key) => {
    const renderedAt = performance.now();
    const nonce = randomBytes(16).toString("base64url");
    const context = new SharedContext([actorContext, networkContext]);
    context.set(nonceContext, nonce);
    context.set(publicConfigContext, publicConfig);
    const request = new Request(new URL(key, config.publicUrl));
    const { pathname } = new URL(request.url);
    const read = new SharedRead();
    const response = await readingShared(read, () => handlerFor(pathname, false)(request, context));
    if (response.status === 503) return "unavailable";
    if (response.status !== 200 || response.headers.has("Set-Cookie")) return "apart";
    if (!read.isShared) {
      log.error({ path: pathname }, "a page for everybody reads past the cache");
      return "apart";
    }
    const rendered = context.get(wholePageContext);
    const isPage = response.headers.get("Content-Type")?.startsWith("text/html") ?? false;
    const text = rendered?.toString() ?? (await response.text());
    const hashed = isPage ? hashScripts(text, nonce) : { page: Buffer.from(text), sources: [] };
    const secure = securityHeadersOf(
      pathname,
      isPage ? { scripts: hashed.sources, styles: [] } : undefined,
    );
    const own = [...response.headers].filter(([name]) => !ofRequest.has(name));
    return { body: hashed.page, headers: [...own, ...secure].flat(), tags: read.tags, renderedAt };
  };
}
