import { saveChoices } from "#shop/mail-topics/change-choices.server.ts";
import { linkToken } from "#shop/mail-topics/link-token.server.ts";
import { recipientOf } from "#shop/mail-topics/topic-mail.server.ts";
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
