/** The backend API answers HEAD by the rules of its own protocol: PostgREST counts, and opening a mail's link uses nothing up. */
const backendApi = /^\/(auth|rest|storage|functions|realtime)\/v1(\/|$)/;

/**
 * A HEAD request as the GET request that it asks about. It takes the same way through the whole program, so status and headers
 * are the same by construction; Node leaves the body out, because it still knows the method.
 */
export function headAsGet(request: Request): Request {
  if (request.method !== "HEAD" || backendApi.test(new URL(request.url).pathname)) return request;
  return new Request(request, { method: "GET" });
}
