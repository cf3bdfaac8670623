/** Only a path on this site, so that a link to the sign-in page cannot lead elsewhere afterwards. */
export function safeNextPath(next: string | null | undefined): string | undefined {
  if (!next?.startsWith("/") || next.startsWith("//") || next.length > 2_000) return;
  const base = "http://own.invalid";
  // The URL parser also undoes tabs, backslashes and dots that a browser would undo.
  if (!URL.canParse(next, base)) return;
  const url = new URL(next, base);
  return url.origin === base ? `${url.pathname}${url.search}${url.hash}` : undefined;
}
