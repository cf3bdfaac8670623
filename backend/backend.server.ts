import path from "node:path";
import { type Context, Hono } from "hono";
import { addressBehind } from "#base/client-address.ts";
import type { Config } from "#base/config-type.ts";
import { incomingOf } from "#base/incoming.ts";
import type { Language } from "#base/language.ts";
import { openStore } from "#integrations/storage/open-store.server.ts";
import { createAuthApi } from "./auth/auth.server.ts";
import type { AuthContext, VerifyCaptcha } from "./auth/context.server.ts";
import { type AuthSettings, defaultAuthSettings, settingsOf } from "./auth/settings.ts";
import type { FunctionTable } from "./functions/function-table.ts";
import { createFunctionsApi } from "./functions/functions.server.ts";
import { cors } from "./gateway/cors.ts";
import type { Keys } from "./gateway/keys.server.ts";
import { broadcastEndpoint } from "./realtime/http-broadcast.server.ts";
import { createRestApi } from "./rest/rest.server.ts";
import type { RestSettings } from "./rest/settings.ts";
import { defaultStorageSettings, type StorageSettings } from "./storage/context.server.ts";
import { diskImageCache } from "./storage/images/image-cache.server.ts";
import { tusHeaders } from "./storage/resumable/tus-headers.ts";
import { createStorageApi } from "./storage/storage.server.ts";

export interface BackendOptions {
  readonly config: Config;
  readonly keys: Keys;
  readonly functions: FunctionTable;
  readonly auth?: Partial<AuthSettings>;
  readonly storage?: Partial<StorageSettings>;
  /** Overrides the environment's settings. */
  readonly rest?: Partial<RestSettings>;
  /** The shop's current name, for mails. */
  readonly shopName?: () => Promise<string>;
  /** Further addresses that links in mails may redirect to. */
  readonly redirectAllowList?: readonly string[];
  /** Paths of the shop's own pages that confirm mail links themselves; see `AuthContext`. */
  readonly linkPages?: readonly string[];
  /** Further origins whose pages may call the API; the shop's own may always. */
  readonly allowedOrigins?: readonly string[];
  /** Verifies the captcha of endpoints that create accounts, sign in and send mail. */
  readonly verifyCaptcha?: VerifyCaptcha;
  /** The message for an error code of a function. */
  readonly messageOf?: (code: string, language: Language) => string;
}

/**
 * The endpoints /auth/v1, /rest/v1, /storage/v1, /functions/v1 and /realtime/v1/api. Call `connect` first.
 * `attachRealtime` attaches the websockets to the server.
 */
export function createBackend(options: BackendOptions): Hono {
  const { config, keys, functions } = options;
  const addressOf = addressBehind(config.trustedProxies);
  const clientIp = (c: Context) => addressOf(incomingOf(c));
  const context: AuthContext = {
    keys,
    settings: { ...defaultAuthSettings, ...settingsOf(config.auth), ...options.auth },
    publicUrl: config.publicUrl,
    shopName: options.shopName ?? (async () => new URL(config.publicUrl).host),
    redirectAllowList: options.redirectAllowList ?? config.redirectAllowList,
    linkPages: options.linkPages ?? [],
    clientIp,
    verifyCaptcha: options.verifyCaptcha,
  };
  const backend = new Hono();
  const crossOrigin = cors([
    new URL(config.publicUrl).origin,
    ...(options.allowedOrigins ?? config.allowedOrigins),
  ]);
  const settings = { ...defaultStorageSettings, ...options.storage };
  backend.use("/storage/v1/upload/resumable/*", tusHeaders(settings.fileSizeLimit));
  for (const endpoint of [
    "/auth/v1/*",
    "/rest/v1/*",
    "/storage/v1/*",
    "/functions/v1/*",
    "/realtime/v1/*",
  ]) {
    // A plain OPTIONS of the REST API asks for a table's methods; a CORS preflight does not.
    backend.use(endpoint, (c, next) =>
      endpoint === "/rest/v1/*" && isBareOptions(c) ? next() : crossOrigin(c, next),
    );
    backend.use(endpoint, async (c, next) => {
      await next();
      // Not `c.header`, which turns a finished answer into a stream: a third of the cost of sending it.
      const { headers } = c.res;
      headers.set("X-Content-Type-Options", "nosniff");
      // Answers are personal unless their operation sets another policy.
      if (!headers.has("cache-control")) headers.set("Cache-Control", "no-store");
    });
  }
  backend.route("/auth/v1", createAuthApi(context));
  backend.route(
    "/rest/v1",
    createRestApi({
      keys,
      publicUrl: config.publicUrl,
      settings: { ...config.rest, ...options.rest },
    }),
  );
  backend.route(
    "/storage/v1",
    createStorageApi({
      store: openStore(config.storageUrl),
      keys,
      publicUrl: config.publicUrl,
      settings,
      images: diskImageCache(
        path.join(config.dataDir, "cache", "images"),
        settings.imageCacheBytes,
      ),
    }),
  );
  backend.route(
    "/realtime/v1",
    broadcastEndpoint({ keys, publicUrl: config.publicUrl, allowPublic: config.realtimePublic }),
  );
  const messageOf = options.messageOf ?? ((code: string) => code);
  backend.route(
    "/functions/v1",
    createFunctionsApi({ keys, publicUrl: config.publicUrl, functions, clientIp, messageOf }),
  );
  return backend;
}

function isBareOptions(c: Context): boolean {
  const isBrowsers = c.req.header("origin") ?? c.req.header("access-control-request-method");
  return c.req.method === "OPTIONS" && isBrowsers === undefined;
}

export { attachRealtime } from "./realtime/attach.server.ts";
