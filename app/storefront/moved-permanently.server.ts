import { redirect } from "react-router";

/**
 * To be thrown: the permanent redirect of an address that something had before. It is asked for again each time, because the
 * thing may take its old address back.
 * @param path the present path, in the page's language @param params the query, kept as it was asked
 */
export function movedPermanently(path: string, params: URLSearchParams): Response {
  return redirect(params.size > 0 ? `${path}?${params}` : path, {
    status: 301,
    headers: { "Cache-Control": "no-cache" },
  });
}
