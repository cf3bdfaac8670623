import { text } from "node:stream/consumers";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
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
/**
 * `preact/compat` makes a new object of each element's attributes. Writing a page needs that for two things only: a `select`
 * marks its options, and numbers in a `style` get their unit. Leaving the others alone saves, with the copy that `delayScripts` does
 * without, a tenth of a page's time.
 */
options.vnode = (vnode) => {
  const props = vnode.props as { style?: unknown; suppressHydrationWarning?: boolean };
  const isElement = typeof vnode.type === "string";
  // The router marks its scripts for React's hydration; Preact would write the mark into the page.
  if (isElement && props.suppressHydrationWarning) delete props.suppressHydrationWarning;
  if (!isElement || vnode.type === "select" || props.style) beforeVNode?.(vnode);
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
  const scripts = await dataScripts(routerContext, nonce);
  const markup = await renderToStringAsync(
    <NonceContext value={nonce}>
      <RequestIdContext value={context.get(requestIdContext) || undefined}>
        <SignUpFormContext value={signUpForms[languageOf(new URL(request.url).pathname)]}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </SignUpFormContext>
      </RequestIdContext>
    </NonceContext>,
  );
  const page = `<!DOCTYPE html>${markup}${scripts}`;
  const body = hasLateScripts(routerContext) ? delayScripts(page) : Buffer.from(page);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Length", String(body.length));
  context.set(wholePageContext, body);
  return new Response(null, { status, headers });
}

/**
 * The data of the page, in the words that the router's `StreamTransfer` writes them in. It would wait for the data in the midst
 * of rendering, and hold everything rendered so far until then.
 */
async function dataScripts(
  routerContext: EntryContext,
  nonce: string | undefined,
): Promise<string> {
  const { serverHandoffStream } = routerContext;
  if (!serverHandoffStream) return "";
  routerContext.serverHandoffStream = undefined;
  const data = await text(serverHandoffStream as NodeReadableStream);
  const controller = "window.__reactRouterContext.streamController";
  return `<script${nonce ? ` nonce="${nonce}"` : ""}>${controller}.enqueue(${inScript(data)});${controller}.close();</script>`;
}

/** A text as a literal that cannot end the script it stands in. */
function inScript(words: string): string {
  return JSON.stringify(words).replace(/</g, "\\u003c");
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
