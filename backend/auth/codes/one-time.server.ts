import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { AuthContext } from "#backend/auth/context.server.ts";
import { AuthError } from "#backend/auth/errors.ts";
import type { Sql } from "#db/client.server.ts";
import {
  acceptGuess,
  countGuess,
  rememberUse,
  tooManyGuesses,
  wasJustUsed,
} from "./guesses.server.ts";

export type TokenType =
  | "confirmation_token"
  | "recovery_token"
  | "email_change_token_new"
  | "email_change_token_current"
  | "phone_change_token"
  | "reauthentication_token";

export interface OneTimeToken {
  id: string;
  user_id: string;
  token_type: TokenType;
  code_hash: string;
  relates_to: string;
  flow_state_id: string | null;
  pending_password: string | null;
  pending_data: Readonly<Record<string, unknown>> | null;
}

/** The data of a sign-up, pending until the token that was sent for it is used (docs/why/auth.md). */
export interface PendingSignUp {
  /** bcrypt; null for an account without a password. */
  readonly passwordHash: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** @returns undefined when the token belongs to no sign-up */
export function pendingOf(token: OneTimeToken): PendingSignUp | undefined {
  if (token.pending_password === null && token.pending_data === null) return undefined;
  return { passwordHash: token.pending_password, data: token.pending_data ?? {} };
}

/** The pending data of an account's open token, also of an expired one. */
export async function findPending(
  sql: Sql,
  userId: string,
  type: TokenType,
): Promise<PendingSignUp | undefined> {
  const [token] = await sql<OneTimeToken[]>`
    select * from auth.one_time_tokens where user_id = ${userId} and token_type = ${type}`;
  return token && pendingOf(token);
}

/** The pending password of an address or number; null when there is none. */
export async function findPendingPassword(sql: Sql, address: string): Promise<string | null> {
  const [token] = await sql<{ pending_password: string | null }[]>`
    select pending_password from auth.one_time_tokens
    where relates_to = ${address} and token_type = 'confirmation_token'
    order by created_at desc limit 1`;
  return token?.pending_password ?? null;
}

/** The long secret of a link, and the six-digit code for typing. Each is single-use. */
export interface Secret {
  readonly code: string;
  readonly link: string;
}

/**
 * Creates the one valid secret of a person and purpose; an older one becomes invalid. Unlike GoTrue's, the
 * link's secret is not derived from the code, so guessing the code never opens a link.
 */
export async function makeSecret(
  sql: Sql,
  context: AuthContext,
  of: {
    userId: string;
    type: TokenType;
    address: string;
    flowStateId?: string | undefined;
    /** Seconds; default: the life of a mail's code. */
    life?: number | undefined;
    /** Takes effect when this secret is used. */
    pending?: PendingSignUp | undefined;
  },
): Promise<Secret> {
  const code = randomCode(context);
  const link = `${of.flowStateId ? "pkce_" : ""}${randomBytes(28).toString("hex")}`;
  const codeHash = hashCode(context, of.userId, of.type, code);
  const data = of.pending ? sql.json(of.pending.data) : null;
  await sql`
    insert into auth.one_time_tokens
      (user_id, token_type, token_hash, code_hash, relates_to, flow_state_id, pending_password, pending_data, expires_at)
    values (${of.userId}, ${of.type}, ${hashLink(link)}, ${codeHash}, ${of.address},
            ${of.flowStateId ?? null}, ${of.pending?.passwordHash ?? null}, ${data}, now() + ${of.life ?? context.settings.codeLife} * interval '1 second')
    on conflict (user_id, token_type) do update set
      token_hash = excluded.token_hash, code_hash = excluded.code_hash,
      relates_to = excluded.relates_to, flow_state_id = excluded.flow_state_id,
      pending_password = excluded.pending_password, pending_data = excluded.pending_data,
      expires_at = excluded.expires_at, created_at = now(), updated_at = now()`;
  return { code, link };
}

export function randomCode({ settings }: AuthContext): string {
  return Array.from({ length: settings.codeLength }, () => randomInt(10)).join("");
}

/** Uses up the secret of a link; undefined when it is unknown, used or expired. */
export async function takeLink(
  sql: Sql,
  link: string,
  types: readonly TokenType[],
): Promise<OneTimeToken | undefined> {
  // The delete comes first: of two concurrent uses one finds no row.
  const [row] = await sql<OneTimeToken[]>`
    delete from auth.one_time_tokens
    where token_hash = ${hashLink(link)} and token_type = any(${types as string[]}) and expires_at > now()
    returning *`;
  return row;
}

/**
 * Uses up the code that was sent to an address. Every guess is counted for the address first, whether or not
 * it has an account.
 * @param network of the client, from `networkOf`
 * @returns undefined when the code is wrong, used or expired; the caller's transaction must commit either way
 * @throws AuthError 429 after too many failures, even for the correct code
 */
export async function takeCode(
  sql: Sql,
  context: AuthContext,
  { address, network, code }: { address: string; network: string; code: string },
  types: readonly TokenType[],
): Promise<OneTimeToken | undefined> {
  if (await wasJustUsed(sql, context, address, code)) return undefined;
  const guess = await countGuess(sql, context, { kind: "code", address, network });
  if (typeof guess === "number") throw tooManyGuesses(guess);
  const rows = await sql<OneTimeToken[]>`
    select * from auth.one_time_tokens
    where relates_to = ${address} and token_type = any(${types as string[]}) and expires_at > now()
      and created_at > now() - ${context.settings.codeLife} * interval '1 second'
    order by created_at desc, id`;
  // Only the latest requester's codes: otherwise many accounts that request one address would multiply a guess.
  const userId = rows[0]?.user_id;
  if (!userId) return undefined;
  const own = rows.filter((candidate) => candidate.user_id === userId);
  const row = own.find((candidate) =>
    isSame(candidate.code_hash, hashCode(context, candidate.user_id, candidate.token_type, code)),
  );
  if (!row) return undefined;
  const [used] = await sql<OneTimeToken[]>`
    delete from auth.one_time_tokens where id = ${row.id} and code_hash = ${row.code_hash} returning *`;
  if (!used) return undefined;
  await acceptGuess(sql, guess);
  await rememberUse(sql, context, address, code);
  return used;
}

export type AttemptKind = "totp" | "phone" | "reauthentication" | "recovery";

/**
 * Serialises a person's guesses, in the caller's transaction.
 * @throws AuthError 429 while guessing is locked
 */
export async function lockAttempts(sql: Sql, userId: string, kind: AttemptKind): Promise<void> {
  await sql`
    insert into auth.attempts (user_id, kind) values (${userId}, ${kind}) on conflict do nothing`;
  const [row] = await sql<{ wait: number | null }[]>`
    select ceil(extract(epoch from locked_until - clock_timestamp()))::int as wait
    from auth.attempts where user_id = ${userId} and kind = ${kind} for update`;
  if (row?.wait && row.wait > 0) {
    throw new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {
      retryAfter: row.wait,
    });
  }
}

export async function countMiss(
  sql: Sql,
  context: AuthContext,
  userId: string,
  kind: AttemptKind,
): Promise<void> {
  const { maxMisses, lockSeconds } = context.settings;
  await sql`
    update auth.attempts set
      misses = case when misses + 1 >= ${maxMisses} then 0 else misses + 1 end,
      locks = case when misses + 1 >= ${maxMisses} then least(locks + 1, 10) else locks end,
      locked_until = case when misses + 1 >= ${maxMisses}
        then now() + least(${lockSeconds} * power(2, locks), 86400) * interval '1 second' end,
      updated_at = now()
    where user_id = ${userId} and kind = ${kind}`;
}

export async function resetMisses(sql: Sql, userId: string, kind: AttemptKind): Promise<void> {
  await sql`delete from auth.attempts where user_id = ${userId} and kind = ${kind}`;
}

function hashLink(link: string): string {
  return createHash("sha256").update(link).digest("hex");
}

function hashCode(context: AuthContext, userId: string, type: TokenType, code: string): string {
  return createHmac("sha256", context.keys.pepperKey)
    .update(`code:${userId}:${type}:${code}`)
    .digest("hex");
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
