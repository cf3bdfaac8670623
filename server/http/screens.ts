import type { RequestListener } from "node:http";
import type { Context } from "hono";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type * as contexts from "#app/context.ts";
import { networkOf } from "#backend/auth/context.server.ts";
import { readSession, sessionCookieName } from "#backend/auth/sessions/session.server.ts";
import { defaultAuthSettings, settingsOf } from "#backend/auth/settings.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import type { Config } from "#base/config.server.ts";
import type { Language } from "#base/language.ts";
import { log } from "#base/log.server.ts";
import { isUnavailable, unavailableFor } from "#db/unavailable.server.ts";
import { findActor } from "#shop/customers/find-person.server.ts";
import type { Facts } from "../middleware/request-facts.ts";
import { publicBeginnings, publicScreens, publicTableOf } from "./route-tables.ts";
import { sendUnavailable } from "./unavailable-screens.ts";

/** The built screens, or the ones that Vite makes while somebody works on them. */
export interface Screens {
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  /** The keys under which screens look for their facts; of the same module graph as the build. */
  readonly contexts: typeof contexts;
  readonly clientFolder: string;
  readonly buildId: string;
  /** While somebody works on the screens: what answers requests for their sources. */
  readonly before?: (listener: RequestListener) => RequestListener;
}

/**
 * Pages that know who asks. All others are the same for everybody: they never see a cookie, so they can be cached
 * in front of the shop.
 */
const personal = /^(\/en)?\/(address|checkout|setdetails|dashboard|admin|success)(\/|\.data$|$)/i;

/** The cart of a public page asks for prices that depend on who asks; only this answer, never the page. */
const quotes = /^(\/en)?\/api\/quote$/i;

export function screensEndpoint(config: Config, keys: Keys, screens: Screens) {
  const handlerFor = requestHandlers(screens);
  const {
    actorContext,
    networkContext,
    nonceContext,
    publicConfigContext,
    requestIdContext,
    signInMethodsContext,
    wholePageContext,
  } = screens.contexts;
  const publicConfig = {
    publishableKey: keys.publishable,
    cookieName: sessionCookieName(config.publicUrl),
    publicUrl: config.publicUrl,
    buildId: screens.buildId,
  };

  const auth = { ...defaultAuthSettings, ...settingsOf(config.auth) };
  const signInMethods = {
    email: auth.email,
    phone: auth.phone,
    providers: Object.keys(auth.providers),
    captcha: config.auth.captcha ? { siteKey: config.recaptcha?.siteKey } : undefined,
  };

  /** Tells the screens who asks. @returns cookies of a session that was renewed on the way */
  const identify = async (
    request: Request,
    context: RouterContextProvider,
  ): Promise<readonly string[]> => {
    try {
      const session = await readSession(request, {
        keys,
        settings: settingsOf(config.auth),
        publicUrl: config.publicUrl,
      });
      if (session) context.set(actorContext, await findActor(session.claims));
      return session?.setCookies ?? [];
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.error({ err: error }, "the database could not say who asks");
      context.set(actorContext, null);
      return [];
    }
  };

  return async (c: Context<Facts>): Promise<Response> => {
    const context = new RouterContextProvider();
    context.set(requestIdContext, c.get("requestId"));
    context.set(nonceContext, c.get("nonce"));
    context.set(networkContext, networkOf(c.get("clientAddress")));
    context.set(publicConfigContext, publicConfig);
    context.set(signInMethodsContext, signInMethods);

    const isPersonal = personal.test(c.req.path);
    const isAboutPerson = isPersonal || quotes.test(c.req.path);
    const cookies = isAboutPerson ? await identify(c.req.raw, context) : [];

    const response = await handlerFor(c.req.path, isPersonal)(c.req.raw, context);
    // In place: a copy would cost the answer its short way to the socket.
    const { headers } = response;
    if (response.status === 503) headers.set("Retry-After", String(unavailableFor));
    for (const cookie of cookies) headers.append("Set-Cookie", cookie);
    if (isAboutPerson) headers.set("Cache-Control", "no-store");
    else if (!headers.has("Cache-Control")) {
      // What is fetched ahead, when a pointer rests on a link, must still be good when it is pressed. What a page asks for
      // after a change must never come from there.
      const isAhead = c.req.header("Sec-Purpose")?.startsWith("prefetch") && response.ok;
      headers.set("Cache-Control", isAhead ? "private, max-age=10" : "no-cache");
    }
    const page = context.get(wholePageContext);
    if (!page) return response;
    c.set("page", page);
    return new Response(page, { status: response.status, headers });
  };
}

type Handler = ReturnType<typeof createRequestHandler>;

/** Which table of addresses answers: a public page's own small one, else all of it. */
function requestHandlers({
  build: given,
}: Screens): (path: string, isPersonal: boolean) => Handler {
  if (typeof given === "function") {
    // In its development mode the router tells visitors where an error happened; that is for those who write screens.
    const handle = createRequestHandler(async () => sendUnavailable(await given()), "development");
    return () => handle;
  }
  const build = sendUnavailable(given);
  const whole = createRequestHandler(build, "production");
  const publicPages = (language: Language) => ({
    any: createRequestHandler(publicScreens(build, language), "production"),
    beginning: new Map<string, Handler>(
      Array.from(publicBeginnings(build, language), (beginning) => [
        beginning,
        createRequestHandler(publicScreens(build, language, beginning), "production"),
      ]),
    ),
  });
  const tables = { id: publicPages("id"), en: publicPages("en") };
  // The browser asks `/__manifest` for addresses of every kind at once.
  return (path, isPersonal) => {
    if (isPersonal || path === build.routeDiscovery.manifestPath) return whole;
    const table = publicTableOf(path);
    if (!table) return whole;
    const { any, beginning } = tables[table.language];
    return beginning.get(table.beginning) ?? any;
  };
}
