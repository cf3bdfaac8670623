import type { Secret } from "#backend/auth/codes/one-time.server.ts";
import type { AuthContext } from "#backend/auth/context.server.ts";
import type { UserRow } from "#backend/auth/users/users.server.ts";
import type { Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import type { MailBlock } from "#integrations/mail/blocks.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { type AuthMailKind, authMailNotes, authMails } from "./mails.ts";

/**
 * Queues a mail with a link and a code. The link uses the configured address only, never the request's host.
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
    /** The address in the text, when it differs from the recipient. */
    about?: string;
  },
): Promise<void> {
  const page = composeAuthMail(mail.kind, languageOf(mail.user), {
    shopName: await context.shopName(),
    to: mail.to,
    about: mail.about ?? mail.to,
    code: mail.secret.code,
    codeLife: context.settings.codeLife,
    inviteLife: context.settings.inviteLife,
    ...(mail.verifyType
      ? { link: verifyLink(context, mail.secret.link, mail.verifyType, mail.redirectTo) }
      : {}),
  });
  await queueMail(sql, {
    kind: "email",
    to: mail.to,
    ...page,
    // Suppresses out-of-office replies.
    headers: { "Auto-Submitted": "auto-generated", "X-Auth-Mail": mail.kind },
  });
}

/** Values of an auth mail. Lives in seconds. */
export interface AuthMailFacts {
  readonly shopName: string;
  readonly to: string;
  /** The address in the text. */
  readonly about: string;
  readonly code: string;
  /** Absent from a mail without a link. */
  readonly link?: string;
  readonly codeLife: number;
  readonly inviteLife: number;
}

export function composeAuthMail(
  kind: AuthMailKind,
  language: Language,
  facts: AuthMailFacts,
): ComposedMail {
  const texts = authMails[kind][language];
  const notes = authMailNotes[language];
  const fill = (text: string, email = facts.about) =>
    text
      .replaceAll("{minutes}", String(Math.round(facts.codeLife / 60)))
      .replaceAll("{hours}", String(Math.round(facts.inviteLife / 3600)))
      .replaceAll("{shop}", () => facts.shopName)
      .replaceAll("{email}", () => email);
  const blocks: MailBlock[] = [
    { kind: "heading", text: texts.heading },
    { kind: "text", text: fill(texts.text) },
    ...(facts.link ? [{ kind: "button", text: texts.button, url: facts.link } as const] : []),
    { kind: "note", text: fill(texts.code) },
    { kind: "code", text: facts.code },
    {
      kind: "note",
      text: `${fill(kind === "invite" ? notes.inviteValidity : facts.link ? notes.validity : notes.codeValidity)}\n${notes.ignore}`,
    },
  ];
  const page = layoutMail({
    language,
    shopName: facts.shopName,
    preview: fill(texts.text),
    blocks,
    footer: fill(notes.footer, facts.to),
  });
  return { subject: texts.subject, ...page };
}

/**
 * The address of a link in a mail.
 * @param type as GET /verify reads it
 */
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

/** The page that confirms links by itself, when the redirect leads to one. */
function linkPage(context: AuthContext, redirectTo: string): URL | undefined {
  if (!URL.canParse(redirectTo)) return undefined;
  const url = new URL(redirectTo);
  const isOwn = url.origin === new URL(context.publicUrl).origin;
  return isOwn && context.linkPages?.includes(url.pathname) ? url : undefined;
}

function languageOf(user: UserRow): Language {
  return user.raw_user_meta_data.language === "en" ? "en" : "id";
}
