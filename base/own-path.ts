/** Characters of an encoded address: some servers and browsers refuse much longer headers. */
export const maxPathLength = 2_000;

/** @param hostname of a parsed URL */
export function isLoopback(hostname: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

/**
 * The path, query and fragment of an address of this site, for a redirect or a link. Only the parsed form is
 * returned: the URL parser removes dot segments, tabs and line breaks and reads a backslash as a slash, so `/.//host`
 * becomes `//host`, which a browser reads as another site.
 * @param origin of this site; without it only addresses that begin with one slash are accepted
 * @returns undefined for another site's address
 */
export function ownPath(address: string | null | undefined, origin?: string): string | undefined {
  if (!address || address.length > maxPathLength) return undefined;
  if (!origin && !/^\/(?![/\\])/.test(address)) return undefined;
  const base = origin ?? "http://own.invalid";
  if (!URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  if (url.origin !== base || url.username || url.password) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Percent-encoding makes a non-ASCII character up to twelve times longer.
  return path.startsWith("//") || path.length > maxPathLength ? undefined : path;
}
