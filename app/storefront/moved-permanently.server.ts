import { redirect } from "react-router";

/**
 * A response to throw: the permanent redirect of a former address. It is not cached, because the address may be used
 * again.
 * @param path the present path, in the page's language
 * @param params the query, passed on unchanged
 */
export function movedPermanently(path: string, params: URLSearchParams): Response {
  return redirect(params.size > 0 ? `${path}?${params}` : path, {
    status: 301,
    headers: { "Cache-Control": "no-cache" },
  });
}
