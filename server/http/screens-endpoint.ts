import type { Context } from "hono";
import { RouterContextProvider } from "react-router";
import { networkOf } from "#backend/auth/context.server.ts";
import { readSession } from "#backend/auth/sessions/session.server.ts";
import { defaultAuthSettings, settingsOf } from "#backend/auth/settings.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import type { Config } from "#base/config-type.ts";
import { log } from "#base/log.server.ts";
import { ofNetwork } from "#base/request-network.ts";
import { isUnavailable, unavailableFor } from "#db/unavailable.server.ts";
import type { HandlerFor } from "#server/screens/screen-handlers.ts";
import { publicConfigOf, type Screens } from "#server/screens/screens.ts";
import { findActor } from "#shop/customers/find-person.server.ts";
import { claimGuest } from "#shop/designs/guests/claim-guest.server.ts";
import { designOwner } from "#shop/designs/guests/design-owner.server.ts";
import {
  hashOfGuestKey,
  noGuestCookie,
  readGuestKey,
} from "#shop/designs/guests/guest-key.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import { previewRole, readPreviewCookie } from "#shop/staff/preview-role.server.ts";
import type { Facts } from "../middleware/request-facts.ts";
import { keepMailMark, withoutMailMark } from "./mail-marks.ts";
import { withReadablePath } from "./readable-path.ts";
import { isPersonalPage, isVisitorRequest } from "./visitor-paths.ts";

/** The back office, but for the address that ends a preview. */
const office = /^(\/en)?\/admin(?!\/preview(\.data)?$)(\/|\.data$|$)/i;

const isRead = (method: string) => method === "GET" || method === "HEAD";

/** Staff may look at the back office as somebody with another role would. */
function asPreviewed(request: Request, actor: Actor): Promise<Actor> | Actor {
  if (actor.kind !== "person" || !office.test(new URL(request.url).pathname)) return actor;
  const role = readPreviewCookie(request.headers.get("cookie"));
  return role === undefined ? actor : previewRole(actor, role);
}

export function screensEndpoint(
  config: Config,
  keys: Keys,
  screens: Screens,
  handlerFor: HandlerFor,
) {
  const {
    actorContext,
    networkContext,
    nonceContext,
    publicConfigContext,
    requestIdContext,
    signInMethodsContext,
    wholePageContext,
  } = screens.contexts;
  const publicConfig = publicConfigOf(config, keys, screens);

  const auth = { ...defaultAuthSettings, ...settingsOf(config.auth) };
  const signInMethods = {
    email: auth.email,
    phone: auth.phone,
    providers: Object.keys(auth.providers),
    captcha: config.auth.captcha ? { siteKey: config.recaptcha?.siteKey } : undefined,
  };

  /**
   * Sets the current actor for the screens. The first request of a signed-in person who designed as a guest gives what they
   * made to their account.
   * @returns cookies of a session that was renewed, and of a guest who is none any more
   */
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
      if (session) {
        const found = await findActor(session.claims);
        const actor = await asPreviewed(request, found);
        const requestId = context.get(requestIdContext);
        context.set(actorContext, actor.kind === "person" ? { ...actor, requestId } : actor);
      }
      const cookies = session?.setCookies ?? [];
      const key = readGuestKey(request.headers.get("cookie"));
      const hasClaimed = key !== undefined && (await meetGuest(hashOfGuestKey(key), context));
      return hasClaimed ? [...cookies, noGuestCookie] : cookies;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.error({ err: error }, "the database could not say who asks");
      context.set(actorContext, null);
      return [];
    }
  };

  /** Notes a guest with their key, or gives what they made to the account. @returns whether the account has it */
  const meetGuest = async (guest: string, context: RouterContextProvider): Promise<boolean> => {
    const actor = context.get(actorContext);
    if (!actor) return false;
    const account = designOwner(actor)?.customer_id;
    if (!account) context.set(actorContext, { ...actor, guest });
    // Who looks with another role's eyes writes nothing.
    if (!account || (actor.kind === "person" && actor.preview)) return false;
    try {
      await claimGuest(account, guest);
      return true;
    } catch (error) {
      // The next request tries again; this one goes on without the guest's designs.
      log.error({ err: error }, "a guest's designs were not claimed");
      return false;
    }
  };

  return async (c: Context<Facts>): Promise<Response> => {
    const context = new RouterContextProvider();
    context.set(requestIdContext, c.get("requestId"));
    context.set(nonceContext, c.get("nonce"));
    context.set(networkContext, networkOf(c.get("clientAddress")));
    context.set(publicConfigContext, publicConfig);
    context.set(signInMethodsContext, signInMethods);

    const isPersonal = isPersonalPage(c.req.path);
    const isAboutPerson = isPersonal || isVisitorRequest(c.req.path, new URL(c.req.url).search);
    const cookies = isAboutPerson ? await identify(c.req.raw, context) : [];

    const actor = isAboutPerson ? context.get(actorContext) : null;
    if (actor?.kind === "person" && actor.preview && !isRead(c.req.method)) {
      return c.json({ code: "preview_only" }, 403);
    }

    const handle = handlerFor(c.req.path, isPersonal, c.req.query("version"));
    const marked = withoutMailMark(c.req.raw);
    const response = await ofNetwork(context.get(networkContext), () =>
      handle(withReadablePath(marked?.request ?? c.req.raw), context),
    );
    // Changed in place: a copy would lose the fast path to the socket.
    const { headers } = response;
    if (marked) keepMailMark(headers, marked.mark, c.req.url);
    if (response.status === 503) headers.set("Retry-After", String(unavailableFor));
    for (const cookie of cookies) headers.append("Set-Cookie", cookie);
    // A visitor's picture names its content for ever and says itself that only the visitor's browser keeps it.
    const isKept = !isPersonal && headers.get("Cache-Control")?.startsWith("private");
    if (isAboutPerson && !isKept) headers.set("Cache-Control", "no-store");
    else if (!headers.has("Cache-Control")) {
      // A prefetch on hover must still be fresh at the click. A page's requests after a change must never get a
      // cached answer.
      const isAhead = c.req.header("Sec-Purpose")?.startsWith("prefetch") && response.ok;
      headers.set("Cache-Control", isAhead ? "private, max-age=10" : "no-cache");
    }
    const page = context.get(wholePageContext);
    if (!page) return response;
    c.set("page", page);
    return new Response(page, { status: response.status, headers });
  };
}
