/** Segments of the shop's longest address, doubled. */
const maxSegments = 20;

/**
 * The request with a path that the router can read. An escaped path has no route, so the answer is the page for unknown
 * addresses.
 *
 * Escaped are a path that cannot be decoded, which React Router prints to the console, outside the log; and the slashes
 * after the first segments, because a page names the routes of each beginning of its path: the time grows with the square
 * of the number of segments.
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
