/** Characters of an address as it is sent: some servers and browsers refuse headers that are much longer. */
export const maxNextPathLength = 2_000;

/** Only a path on this site, so that a link to the sign-in page cannot lead elsewhere afterwards. */
export function safeNextPath(next: string | null | undefined): string | undefined {
  if (!next?.startsWith("/") || next.startsWith("//") || next.length > maxNextPathLength) return;
  const base = "http://own.invalid";
  // The URL parser also undoes tabs, backslashes and dots that a browser would undo.
  if (!URL.canParse(next, base)) return;
  const url = new URL(next, base);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Letters outside of ASCII grow up to twelvefold.
  return url.origin === base && path.length <= maxNextPathLength ? path : undefined;
}
