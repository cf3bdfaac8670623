import { createCipheriv } from "node:crypto";
import { secretFor } from "#base/secrets.server.ts";

/*
 * A delivery in a Message-ID and in the address of one-click: one block of AES over its numbers and eight zero bytes. The
 * same delivery has the same name in every attempt, an event of the mail provider leads back to it without an index, and
 * nobody can count recipients or make up a name.
 */

const secret = () => secretFor("mail-delivery").subarray(0, 16);

/** @returns 32 hexadecimal digits */
export function deliveryId(campaign: number, n: number): string {
  const block = Buffer.alloc(16);
  block.writeUInt32BE(campaign, 0);
  block.writeUInt32BE(n, 4);
  const cipher = createCipheriv("aes-128-ecb", secret(), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]).toString("hex");
}
