import { options } from "preact";
import { renderToString, renderToStringAsync } from "preact-render-to-string";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { nonceContext, requestIdContext, wholePageContext } from "#app/context.ts";
import type { Language } from "#base/language.ts";
import { log } from "#base/log.server.ts";
import { delayScripts } from "./delay-scripts.server.ts";
import { LanguageContext, languageOf } from "./language.ts";
import { NonceContext, RequestIdContext } from "./request-facts.tsx";
import { SignUpFormContext } from "./sign-up-form-markup.ts";
import { SignUpForm } from "./ui/domain/sign-up-form.tsx";

export const streamTimeout = 5_000;

const beforeVNode = options.vnode;
/** The router marks its scripts for React's hydration; Preact would write the mark into the page. */
options.vnode = (vnode) => {
  const props = vnode.props as { suppressHydrationWarning?: boolean };
  if (typeof vnode.type === "string") delete props.suppressHydrationWarning;
  beforeVNode?.(vnode);
};

const signUpFormOf = (language: Language) =>
  renderToString(
    <LanguageContext value={language}>
      <SignUpForm />
    </LanguageContext>,
  );
/** The form depends on the language alone. */
const signUpForms = { id: signUpFormOf("id"), en: signUpFormOf("en") };

/** These read the status only; the error page is for people. */
const readsStatusOnly = /bot|lighthouse|facebookexternalhit|facebook|google/i;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const failed = routerContext.staticHandlerContext.errors !== null;
  // Only here the response depends on the user agent, so caches need Vary.
  if (failed) headers.append("Vary", "User-Agent");
  const isForProgram = failed && readsStatusOnly.test(request.headers.get("user-agent") ?? "");
  if (isForProgram) {
    return new Response(null, { status, headers });
  }

  const nonce = context.get(nonceContext) || undefined;
  const markup = await renderToStringAsync(
    <NonceContext value={nonce}>
      <RequestIdContext value={context.get(requestIdContext) || undefined}>
        <SignUpFormContext value={signUpForms[languageOf(new URL(request.url).pathname)]}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </SignUpFormContext>
      </RequestIdContext>
    </NonceContext>,
  );
  const page = `<!DOCTYPE html>${markup}`;
  const body = Buffer.from(hasLateScripts(routerContext) ? delayScripts(page) : page);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(body.length));
  context.set(wholePageContext, body);
  return new Response(null, { status, headers });
}

/** Pages with late scripts are marked in their `handle`. */
function hasLateScripts({ staticHandlerContext, routeModules }: EntryContext): boolean {
  return staticHandlerContext.matches.some(({ route }) => {
    const handle = routeModules[route.id]?.handle as { lateScripts?: boolean } | undefined;
    return handle?.lateScripts === true;
  });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  // The endpoint has logged the reason of a 503.
  if (isRouteErrorResponse(error) && (error.status < 500 || error.status === 503)) return;
  log.error(
    { err: error, path: new URL(request.url).pathname, request_id: context.get(requestIdContext) },
    "a screen failed",
  );
};
