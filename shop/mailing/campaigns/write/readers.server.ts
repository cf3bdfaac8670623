import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Reader } from "./reader.ts";

const maxReaders = 8;
/** Letters of an address, and the fewest that are searched for. */
const maxPrefix = 254;
const minPrefix = 2;

/** Staff: recipients whose address begins with a text, in the order of addresses. */
export async function findReaders(actor: Person, text: string): Promise<readonly Reader[]> {
  const prefix = text.replaceAll("\0", "").toWellFormed().trim().toLowerCase().slice(0, maxPrefix);
  if (!may(actor, "mail.read") || prefix.length < minPrefix) return [];
  return asShop()<Reader[]>`
    select id, email, name, language from private.mail_recipients
    where email like ${`${prefix.replace(/[\\%_]/g, "\\$&")}%`} order by email using ~<~ limit ${maxReaders}`;
}

/** @returns undefined for an unknown one, and for staff who may not read the list */
export async function findReader(actor: Person, id: string): Promise<Reader | undefined> {
  if (!may(actor, "mail.read") || !isUuid(id)) return undefined;
  const [row] = await asShop()<Reader[]>`
    select id, email, name, language from private.mail_recipients where id = ${id}`;
  return row;
}
