/** The backend API defines HEAD itself: PostgREST counts, and a HEAD of a mail's link does not use it up. */
const backendApi = /^\/(auth|rest|storage|functions|realtime)\/v1(\/|$)/;

/**
 * Turns a HEAD request into a GET, so that status and headers are the same by construction. Node omits the
 * body, because it still knows the original method.
 */
export function headAsGet(request: Request): Request {
  if (request.method !== "HEAD" || backendApi.test(new URL(request.url).pathname)) return request;
  return new Request(request, { method: "GET" });
}
