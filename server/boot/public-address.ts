import { findFact, noteFact } from "#shop/settings/merchant/operation-facts.server.ts";

/**
 * Whether people are signed out when the shop moves between these addresses. Browsers send the session's cookie only to the
 * host that set it, and a cookie set over https never over http. Another port, or https after http, keeps the session: its
 * access token names the old address and is renewed at once.
 */
export function signsOut(before: string, after: string): boolean {
  const [old, next] = [new URL(before), new URL(after)];
  return old.hostname !== next.hostname || (old.protocol === "https:" && next.protocol === "http:");
}

/** @returns what a start with this `PUBLIC_URL` changes for people, in one sentence; undefined for nothing */
export async function findMove(publicUrl: string): Promise<string | undefined> {
  const last = await findFact("public_url");
  if (!last || !signsOut(last.value, publicUrl)) return undefined;
  return `PUBLIC_URL was ${last.value} and is ${publicUrl} now: everybody is signed out, and links in mails lead to the old address (docs/operations.md, "Moving to another address").`;
}

/** Remembers the address that this start serves. */
export async function rememberAddress(publicUrl: string): Promise<void> {
  const last = await findFact("public_url");
  if (last?.value !== publicUrl) await noteFact("public_url", undefined, publicUrl);
}
