import { text } from "node:stream/consumers";
import { prerenderToNodeStream } from "react-dom/static";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { nonceContext, requestIdContext, wholePageContext } from "#app/context.ts";
import { log } from "#base/log.server.ts";
import { delayScripts } from "./delay-scripts.server.ts";
import { NonceContext, RequestIdContext } from "./request-facts.tsx";

export const streamTimeout = 5_000;

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
  const errors: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <NonceContext value={nonce}>
      <RequestIdContext value={context.get(requestIdContext) || undefined}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </RequestIdContext>
    </NonceContext>,
    {
      onError(error) {
        errors.push(error);
      },
      // Disables outlining: React would move large `Suspense` contents to the end, and clients without scripts would not show them.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  // Errors inside of `Suspense` boundaries. An error outside of them rejects above, and the caller logs it.
  for (const error of errors) logError(error, request, context);
  const page = await text(prelude);
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
  logError(error, request, context);
};

function logError(
  error: unknown,
  request: Request,
  context: Readonly<RouterContextProvider>,
): void {
  // The endpoint has logged the reason of a 503.
  if (isRouteErrorResponse(error) && (error.status < 500 || error.status === 503)) return;
  log.error(
    { err: error, path: new URL(request.url).pathname, request_id: context.get(requestIdContext) },
    "a screen failed",
  );
}
