import { saveChoices } from "#shop/consent/change-choices.server.ts";
import { linkToken } from "#shop/consent/link-token.server.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

/** The secret of the links in mails to an address. */
export async function mailLinkToken(email: string): Promise<string> {
  return linkToken(await recipientOf(asSeed(), email));
}

/** What the owner of an address chooses on the page that a mail links to. */
export async function chooseMails(
  email: string,
  wanted: Readonly<Record<string, boolean>>,
): Promise<void> {
  await saveChoices(await mailLinkToken(email), wanted, { language: "id" });
}

/** Subscribes an address to news past the program, for tests of the whole program: they do not know its secret. */
export async function addSubscriber(email: string): Promise<void> {
  const sql = asSeed();
  const [made] = await sql<{ id: string }[]>`
    insert into private.mail_recipients (email, email_hash, mailbox_hash)
    values (${email}, sha256(${email}::bytea), sha256(${email}::bytea)) returning id`;
  await sql`select private.subscribe(${made?.id ?? null}, 'news', 'confirmed', 'page')`;
}
