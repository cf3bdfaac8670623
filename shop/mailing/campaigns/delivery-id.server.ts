import { createCipheriv, createDecipheriv } from "node:crypto";
import { secretKeyFor } from "#base/secrets.server.ts";

/*
 * A delivery in a Message-ID and in the address of one-click: one block of AES over its numbers and eight zero bytes. The
 * same delivery has the same name in every attempt, an event of the mail provider leads back to it without an index, and
 * nobody can count recipients or make up a name.
 */

const secret = () => secretKeyFor("mail-delivery", 16);

/** @returns 32 hexadecimal digits */
export function deliveryId(campaign: number, n: number): string {
  const block = Buffer.alloc(16);
  block.writeUInt32BE(campaign, 0);
  block.writeUInt32BE(n, 4);
  const cipher = createCipheriv("aes-128-ecb", secret(), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]).toString("hex");
}

/** The delivery that an id names. @returns undefined for a text that is no id of this shop */
export function readDeliveryId(id: string): { campaign: number; n: number } | undefined {
  if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
  const decipher = createDecipheriv("aes-128-ecb", secret(), null).setAutoPadding(false);
  const block = Buffer.concat([decipher.update(id, "hex"), decipher.final()]);
  if (!block.subarray(8).equals(Buffer.alloc(8))) return undefined;
  const [campaign, n] = [block.readUInt32BE(0), block.readUInt32BE(4)];
  // PostgreSQL's integers end there.
  return campaign < 2 ** 31 && n < 2 ** 31 ? { campaign, n } : undefined;
}
