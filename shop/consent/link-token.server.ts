import { createHmac, timingSafeEqual } from "node:crypto";
import { secretKeyFor } from "#base/secrets.server.ts";
import type { Sql } from "#db/client.server.ts";

/*
 * Identifies a recipient in a link that opens their mail choices without signing in. The token opens nothing else and
 * does not expire: mails from last year need a working unsubscribe link.
 */

const pattern = /^([A-Za-z0-9_-]{22})([A-Za-z0-9_-]{22})$/;

export function linkToken(recipientId: string): string {
  const id = Buffer.from(recipientId.replaceAll("-", ""), "hex");
  return id.toString("base64url") + sealOf(id).toString("base64url");
}

/** @returns the recipient's id, undefined for an invalid token */
export function readLinkToken(token: string): string | undefined {
  const read = parse(token);
  return read && timingSafeEqual(read.seal, sealOf(read.id)) ? uuidOf(read.id) : undefined;
}

/**
 * As readLinkToken, for what only stops mails or shows what may be stopped. Where the key was lost, the seals of mails from before
 * cannot be checked any more; the id alone is as hard to guess, and whoever says no is heard.
 */
export async function readStopToken(sql: Sql, token: string): Promise<string | undefined> {
  const sealed = readLinkToken(token);
  const read = parse(token);
  if (sealed !== undefined || !read) return sealed;
  const [known] = await sql<{ id: string }[]>`
    select r.id from private.mail_recipients r
    join private.key_fingerprints k on k.kind = 'mail' and r.created_at < k.lost_at where r.id = ${uuidOf(read.id)}`;
  return known?.id;
}

/** Whether a token may be of a mail of this shop, also when its recipient is gone. */
export async function isStopToken(sql: Sql, token: string): Promise<boolean> {
  if (readLinkToken(token) !== undefined) return true;
  if (!parse(token)) return false;
  const lost = await sql`
    select from private.key_fingerprints where kind = 'mail' and lost_at is not null`;
  return lost.length > 0;
}

function parse(token: string): { readonly id: Buffer; readonly seal: Buffer } | undefined {
  const [, head = "", tail = ""] = pattern.exec(token) ?? [];
  const [id, seal] = [Buffer.from(head, "base64url"), Buffer.from(tail, "base64url")];
  return id.length === 16 && seal.length === 16 ? { id, seal } : undefined;
}

function uuidOf(id: Buffer): string {
  return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** 128 bits cannot be guessed over a network. */
function sealOf(id: Buffer): Buffer {
  return createHmac("sha256", secretKeyFor("mail-choices")).update(id).digest().subarray(0, 16);
}
