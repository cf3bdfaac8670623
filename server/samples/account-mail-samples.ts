import type { AuthMailKind } from "#backend/auth/mail/mails.ts";
import { authMails } from "#backend/auth/mail/mails.ts";
import { composeAuthMail } from "#backend/auth/mail/send-mail.server.ts";
import {
  composeNotice,
  composeNoticeText,
  type NoticeKind,
  noticeKinds,
} from "#backend/auth/mail/send-notice.server.ts";
import { localPath } from "#base/language.ts";
import { dashed, type MailSample, people } from "./mail-sample.ts";

/** Of signing in. */
export const authSamples = (Object.keys(authMails) as AuthMailKind[]).map(
  (kind): MailSample => ({
    name: `account-${dashed(kind)}`,
    compose: (language, { merchant, publicUrl }) =>
      composeAuthMail(kind, language, {
        shopName: merchant.name,
        to: people.email,
        about: people.email,
        code: "123456",
        codeLife: 3600,
        inviteLife: 86_400,
        ...(kind === "reauthentication"
          ? {}
          : { link: `${publicUrl}${localPath(language, "/Auth")}#token_hash=${"x".repeat(56)}` }),
      }),
  }),
);

/** Of changes of an account. */
export const noticeSamples = noticeKinds.flatMap((kind: NoticeKind): MailSample[] => [
  {
    name: `account-${dashed(kind)}`,
    compose: (language, { merchant }) =>
      composeNotice(kind, language, merchant.name, { left: "7", to: "baru@contoh.test" }),
  },
  {
    name: `account-${dashed(kind)}-sms`,
    compose: (language, { merchant }) =>
      composeNoticeText(kind, language, merchant.name, { left: "7", to: "baru@contoh.test" }),
  },
]);

/** Every kind of mail and text message that this program sends, with sample data. */
