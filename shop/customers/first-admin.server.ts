import { createHmac, timingSafeEqual } from "node:crypto";
import { timeNow } from "#base/clock.ts";
import { secretFor } from "#base/secrets.server.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { makeAdministrator } from "#shop/staff/list-staff.server.ts";

/*
 * Setting up a shop without an administrator: a link in the program's output creates the first one. The link carries
 * its expiry and a signature, so it needs no row; it works only while there is no administrator.
 */

/** Seconds until a link expires. */
const lifeSeconds = 24 * 60 * 60;
/** Serialises two concurrent uses of a link, so that they create one administrator. */
const lockKey = 718_249;

/** @returns the token of the link: its expiry in Unix seconds and a signature */
export function firstAdminToken(): string {
  const end = Math.floor(timeNow() / 1_000) + lifeSeconds;
  return `${end}.${signatureOf(end)}`;
}

/** Whether a link can still create the first administrator. */
export async function isFirstAdminLink(token: string): Promise<boolean> {
  return isSigned(token) && !(await hasAdmin());
}

/** An administrator who was invited and has not accepted yet does not count. */
export async function hasAdmin(sql: Sql = asShop()): Promise<boolean> {
  const [found] = await sql`
    select from profiles p join auth.users u on u.id = p.id
    where p.role = 'ADMIN' and u.deleted_at is null
      and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null) limit 1`;
  return found !== undefined;
}

/**
 * Makes a new account the administrator.
 * @param makeAccount inserts the account and returns its id; called only for a valid link
 * @returns false when the link is invalid or no longer valid
 */
export async function makeFirstAdmin(
  sql: Sql,
  token: string,
  makeAccount: () => Promise<string>,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${lockKey})`;
  if (!isSigned(token) || (await hasAdmin(sql))) return false;
  const id = await makeAccount();
  await makeAdministrator(sql, id);
  return true;
}

function isSigned(token: string): boolean {
  const [end = "", signature = ""] = token.split(".");
  if (!/^\d{1,12}$/.test(end) || Number(end) * 1_000 < timeNow()) return false;
  const right = Buffer.from(signatureOf(Number(end)));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given);
}

function signatureOf(end: number): string {
  return createHmac("sha256", secretFor("first administrator"))
    .update(String(end))
    .digest("base64url");
}
