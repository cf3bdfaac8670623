import { data, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { actorContext } from "#app/context.ts";
import { refusal } from "#app/error-frame.server.ts";
import { languageOfPath, localPath } from "#base/language.ts";
import { ownPath } from "#base/own-path.ts";
import { type Actor, hasStaffRole, isStaff } from "#shop/kernel/access.ts";

/** @throws 503 when the database could not be asked */
export function currentActor(context: Readonly<RouterContextProvider>): Actor {
  const actor = context.get(actorContext);
  if (!actor) throw data(null, 503);
  return actor;
}

/*
 * Guards of the signed-in layouts. Middleware protects every child route; on client navigation it runs only when
 * some loader runs, so each guarded layout also exports a loader.
 */

export const requireSignedIn: MiddlewareFunction<Response> = async (
  { request, url, context },
  next,
) => {
  const actor = context.get(actorContext);
  if (!actor) throw await refusal(503, context, url);
  if (actor.kind !== "person") throw redirect(signInPath(request.method, url));
  return next();
};

export const requireStaff: MiddlewareFunction<Response> = async (
  { request, url, context },
  next,
) => {
  const actor = context.get(actorContext);
  if (!actor) throw await refusal(503, context, url);
  if (actor.kind !== "person") throw redirect(signInPath(request.method, url));
  if (hasStaffRole(actor) && actor.lacksStaffFactor) {
    throw redirect(localPath(languageOfPath(url.pathname.toLowerCase()), "/dashboard/Security"));
  }
  if (!isStaff(actor)) throw await refusal(403, context, url);
  return next();
};

/**
 * Guards files and data below `/admin` that a browser opens as a document. Requests by `fetch` skip it: their loader
 * answers with an error status, which a redirect to the sign-in page would hide.
 */
export const requireStaffForDocuments: MiddlewareFunction<Response> = (args, next) => {
  const { headers, method } = args.request;
  // Only browsers send this header.
  const purpose = headers.get("Sec-Fetch-Dest") ?? "document";
  return method === "GET" && purpose === "document" ? requireStaff(args, next) : next();
};

/** The address of the sign-in page that leads back to a page. @param url without the router's own suffixes */
export function signInPath(method: string, { pathname, search }: URL): string {
  const signIn = localPath(languageOfPath(pathname.toLowerCase()), "/Auth");
  // A form that was posted cannot be repeated by following a link.
  const wanted = method === "GET" ? pathname + search : pathname;
  const next = ownPath(wanted) ?? ownPath(pathname);
  return next ? `${signIn}?${new URLSearchParams({ next })}` : signIn;
}
