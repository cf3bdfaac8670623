/** Segments of the shop's longest address, doubled. */
const maxSegments = 20;

/**
 * Escapes a path that cannot be decoded, because React Router prints it to the console, outside the log. Also escapes the
 * slashes after the first segments, because route discovery takes quadratic time in the number of segments. An escaped path
 * matches no route and gets the page for unknown addresses.
 */
export function withReadablePath(request: Request): Request {
  const address = new URL(request.url);
  const path = escapeSlashes(escapeUndecodable(address.pathname));
  if (path === address.pathname) return request;
  address.pathname = path;
  return new Request(address, request);
}

function escapeUndecodable(path: string): string {
  try {
    decodeURIComponent(path);
    return path;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return path.replaceAll("%", "%25");
  }
}

function escapeSlashes(path: string): string {
  const segments = path.split("/");
  if (segments.length <= maxSegments) return path;
  const [first, rest] = [segments.slice(0, maxSegments), segments.slice(maxSegments)];
  return [...first, rest.join("%2F")].join("/");
}
