import type { Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { layoutMail, type MailBlock } from "#integrations/mail/layout.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import type { AuthContext } from "./context.server.ts";
import { type AuthMailKind, authMailNotes, authMails } from "./mails.ts";
import type { Secret } from "./one-time.server.ts";
import type { UserRow } from "./users.server.ts";

/**
 * Queues a mail with a link and a code. The link names the configured address only, whatever host the request came to.
 * @param verifyType `type` of the link, as GET /verify reads it; undefined for a mail without a link
 */
export async function sendAuthMail(
  sql: Sql,
  context: AuthContext,
  mail: {
    kind: AuthMailKind;
    user: UserRow;
    to: string;
    secret: Secret;
    verifyType?: string;
    redirectTo: string;
    /** The address that the text speaks of, when it is not the one it is sent to. */
    about?: string;
  },
): Promise<void> {
  const language = languageOf(mail.user);
  const texts = authMails[mail.kind][language];
  const notes = authMailNotes[language];
  const shopName = await context.shopName();
  const fill = (text: string, email = mail.about ?? mail.to) =>
    text
      .replaceAll("{minutes}", String(Math.round(context.settings.codeLife / 60)))
      .replaceAll("{hours}", String(Math.round(context.settings.inviteLife / 3600)))
      .replaceAll("{shop}", () => shopName)
      .replaceAll("{email}", () => email);

  const blocks: MailBlock[] = [
    { kind: "heading", text: texts.heading },
    { kind: "text", text: fill(texts.text) },
  ];
  if (mail.verifyType) {
    const url = verifyLink(context, mail.secret.link, mail.verifyType, mail.redirectTo);
    blocks.push({ kind: "button", text: texts.button, url });
  }
  blocks.push(
    { kind: "note", text: fill(texts.code) },
    { kind: "code", text: mail.secret.code },
    {
      kind: "note",
      text: `${fill(mail.kind === "invite" ? notes.inviteValidity : notes.validity)}\n${notes.ignore}`,
    },
  );
  const page = layoutMail({
    language,
    shopName,
    preview: fill(texts.text),
    blocks,
    footer: fill(notes.footer, mail.to),
  });
  await queueMail(sql, {
    kind: "email",
    to: mail.to,
    subject: texts.subject,
    ...page,
    // Out-of-office answers to these would reach nobody.
    headers: { "Auto-Submitted": "auto-generated", "X-Auth-Mail": mail.kind },
  });
}

/** What a link in a mail leads to. @param type as GET /verify reads it */
export function verifyLink(
  context: AuthContext,
  link: string,
  type: string,
  redirectTo: string,
): string {
  const page = linkPage(context, redirectTo);
  if (page) {
    page.hash = new URLSearchParams({ token_hash: link, type }).toString();
    return page.href;
  }
  const query = new URLSearchParams({ token: link, type, redirect_to: redirectTo });
  return `${context.publicUrl}/auth/v1/verify?${query}`;
}

/** The page that confirms links by itself, when that is where this one leads. */
function linkPage(context: AuthContext, redirectTo: string): URL | undefined {
  if (!URL.canParse(redirectTo)) return undefined;
  const url = new URL(redirectTo);
  const isOwn = url.origin === new URL(context.publicUrl).origin;
  return isOwn && context.linkPages?.includes(url.pathname) ? url : undefined;
}

function languageOf(user: UserRow): Language {
  return user.raw_user_meta_data.language === "en" ? "en" : "id";
}
