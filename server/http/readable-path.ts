/**
 * The request with a path that can be decoded. React Router prints any other path to the console, outside the log. An
 * escaped path has no route, so the answer is the page for unknown addresses.
 */
export function withReadablePath(request: Request): Request {
  const address = new URL(request.url);
  try {
    decodeURIComponent(address.pathname);
    return request;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    address.pathname = address.pathname.replaceAll("%", "%25");
    return new Request(address, request);
  }
}
