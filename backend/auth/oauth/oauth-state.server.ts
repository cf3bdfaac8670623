import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "#db/client.server.ts";
import type { Challenge } from "../input.ts";
import type { LinkRequest } from "./pending-link.server.ts";

/** The stored state of a person who was sent to a provider. */
export interface OAuthState {
  readonly provider: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly redirectTo: string;
  readonly challenge: Challenge | undefined;
  /** Hash of the cookie of the starting browser. */
  readonly browserHash: string;
  /** Set when a signed-in person adds a sign-in method. */
  readonly link: LinkRequest | undefined;
}

interface StateRow {
  provider: string;
  nonce: string;
  code_verifier: string;
  redirect_to: string;
  code_challenge: string | null;
  code_challenge_method: "s256" | "plain" | null;
  browser_hash: string;
  linking_user: string | null;
  linking_session: string | null;
}

/** @returns the `state` for the provider, and the other values of the request to it */
export async function rememberState(
  sql: Sql,
  of: Pick<OAuthState, "provider" | "redirectTo" | "challenge" | "browserHash" | "link">,
): Promise<{ state: string; nonce: string; codeChallenge: string }> {
  const [state, nonce, codeVerifier] = [secret(), secret(), secret()];
  await sql`
    insert into auth.oauth_states (state_hash, provider, nonce, code_verifier, redirect_to,
      code_challenge, code_challenge_method, browser_hash, linking_user, linking_session)
    values (${hash(state)}, ${of.provider}, ${nonce}, ${codeVerifier}, ${of.redirectTo},
      ${of.challenge?.challenge ?? null}, ${of.challenge?.method ?? null}, ${of.browserHash},
      ${of.link?.userId ?? null}, ${of.link?.sessionId ?? null})`;
  const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");
  return { state, nonce, codeChallenge };
}

/** Uses up a state; undefined when it is unknown, used or older than ten minutes. */
export async function takeState(sql: Sql, state: string): Promise<OAuthState | undefined> {
  const [row] = await sql<StateRow[]>`
    delete from auth.oauth_states
    where state_hash = ${hash(state)} and created_at > now() - interval '10 minutes' returning *`;
  if (!row) return undefined;
  const { code_challenge: challenge, code_challenge_method: method } = row;
  return {
    provider: row.provider,
    nonce: row.nonce,
    codeVerifier: row.code_verifier,
    redirectTo: row.redirect_to,
    challenge: challenge && method ? { challenge, method } : undefined,
    browserHash: row.browser_hash,
    link: linkOf(row),
  };
}

function linkOf({ linking_user, linking_session }: StateRow): LinkRequest | undefined {
  if (!linking_user || !linking_session) return undefined;
  return { userId: linking_user, sessionId: linking_session };
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}

function hash(state: string): string {
  return createHash("sha256").update(state).digest("hex");
}
