import { createHmac } from "node:crypto";
import type { Context } from "hono";
import { type AuthContext, networkOf } from "#backend/auth/context.server.ts";
import { AuthError } from "#backend/auth/errors.ts";
import type { Sql } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";

type GuessKind = "password" | "code";

/** Maximum lock in seconds. Codes are short, so their locks grow longer than those of passwords. */
const maxLockSeconds: Readonly<Record<GuessKind, number>> = { password: 3600, code: 86_400 };

/** A guess that was counted and is not judged yet. */
export interface CountedGuess {
  readonly kind: GuessKind;
  readonly subject: string;
  readonly origin: string;
}

/**
 * Counts a guess before it is judged, by the address that it is for, whether or not the address has an
 * account. A network that is familiar with the address has a counter of its own; all other networks share one
 * (docs/why/auth.md).
 * @param network of the client, from `networkOf`
 * @returns the guess, or seconds to wait while guessing is locked
 */
export async function countGuess(
  sql: Sql,
  context: AuthContext,
  guess: { kind: GuessKind; address: string; network: string },
): Promise<CountedGuess | number> {
  const { kind, address } = guess;
  const { maxMisses, lockSeconds } = context.settings;
  const subject = digest(context, `subject:${address}`);
  const network = networkDigest(context, guess.network);
  const asked = askedKey(context, address, guess.network);
  // A concurrent guess may have locked the row after this statement's snapshot: no row of `counted` means
  // locked, whatever the snapshot shows.
  const [counted] = await sql<{ origin: string; wait: number | null }[]>`
    with familiar as (
      select case when exists (
          select from auth.known_networks k join auth.users u on u.id = k.user_id
          where k.network = ${network} and (u.email = ${address} or u.phone = ${address}))
        or (${kind} = 'code' and exists (
          select from private.rate_limits where key = ${asked} and resets_at > now()))
        then ${network} else '' end as origin),
    counted as (
      insert into auth.guesses as g (kind, subject, origin, misses, locks, locked_until)
      select ${kind}, ${subject}, origin, 1, 0,
        case when ${maxMisses}::int <= 1 then now() + ${lockSeconds} * interval '1 second' end from familiar
      on conflict (kind, subject, origin) do update set
        misses = case when g.misses + 1 >= ${maxMisses} then 0 else g.misses + 1 end,
        locks = case when g.misses + 1 >= ${maxMisses} then least(g.locks + 1, 10) else g.locks end,
        locked_until = case when g.misses + 1 >= ${maxMisses}
          then now() + least(${lockSeconds} * power(2, g.locks), ${maxLockSeconds[kind]}) * interval '1 second' end,
        updated_at = now()
      where g.locked_until is null or g.locked_until <= clock_timestamp()
      returning origin)
    select f.origin, case when not exists (select from counted) then coalesce((
        select greatest(1, ceil(extract(epoch from g.locked_until - clock_timestamp())))::int from auth.guesses g
        where g.kind = ${kind} and g.subject = ${subject} and g.origin = f.origin), 1)
      end as wait
    from familiar f`;
  if (!counted) throw new Error("a guess was not counted");
  return counted.wait ?? { kind, subject, origin: counted.origin };
}

/**
 * Serialises guesses of codes for one address, in the caller's transaction.
 * @returns whether this code was correct and used up a moment ago: a repeated submission, which is no guess
 */
export async function wasJustUsed(
  sql: Sql,
  context: AuthContext,
  address: string,
  code: string,
): Promise<boolean> {
  const subject = digest(context, `subject:${address}`);
  await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`;
  const [used] = await sql`
    select 1 from private.rate_limits
    where key = ${usedKey(context, address, code)} and resets_at > now()`;
  return used !== undefined;
}

export async function rememberUse(
  sql: Sql,
  context: AuthContext,
  address: string,
  code: string,
): Promise<void> {
  await sql`
    insert into private.rate_limits (key, used, resets_at)
    values (${usedKey(context, address, code)}, 1, now() + ${context.settings.codeLife} * interval '1 second')
    on conflict (key) do update set resets_at = excluded.resets_at`;
}

/** Resets the counter after a correct guess. */
export async function acceptGuess(sql: Sql, guess: CountedGuess): Promise<void> {
  await sql`
    delete from auth.guesses
    where kind = ${guess.kind} and subject = ${guess.subject} and origin = ${guess.origin}`;
}

export function tooManyGuesses(seconds: number): AuthError {
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {
    retryAfter: seconds,
  });
}

/** How often an address can make a network familiar within twice the life of its codes. */
const maxAskers = 5;

/**
 * Records the network that requested a code, so that wrong codes from other networks do not lock it out. Call
 * it only once the mail limit has passed.
 */
export async function rememberAsker(
  context: AuthContext,
  c: Context,
  address: string,
): Promise<void> {
  const windowSeconds = 2 * context.settings.codeLife;
  const askers = `askers:${digest(context, address)}`;
  if ((await countRequest(askers, { limit: maxAskers, windowSeconds })) > 0) return;
  const key = askedKey(context, address, networkOf(context.clientIp(c)));
  await countRequest(key, { limit: 1, windowSeconds });
}

/** Records that a person signed in from a network, at most once a day. A guest has no guessable secret. */
export async function rememberNetwork(
  sql: Sql,
  context: AuthContext,
  user: { id: string; is_anonymous: boolean },
  ip: string,
): Promise<void> {
  if (user.is_anonymous) return;
  await sql`
    insert into auth.known_networks as k (user_id, network)
    values (${user.id}, ${networkDigest(context, networkOf(ip))})
    on conflict (user_id, network) do update set seen_at = now()
    where k.seen_at < now() - interval '1 day'`;
}

function networkDigest(context: AuthContext, network: string): string {
  return digest(context, `network:${network}`);
}

function askedKey(context: AuthContext, address: string, network: string): string {
  return `asked:${digest(context, `${address} ${network}`)}`;
}

function usedKey(context: AuthContext, address: string, code: string): string {
  return `used:${digest(context, `${address} ${code}`)}`;
}

function digest(context: AuthContext, text: string): string {
  return createHmac("sha256", context.keys.pepperKey).update(`guesses:${text}`).digest("base64url");
}
