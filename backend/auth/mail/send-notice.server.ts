import type { AuthContext } from "#backend/auth/context.server.ts";
import type { UserRow } from "#backend/auth/users/users.server.ts";
import type { Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";

interface NoticeText {
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
  /** Advice for an owner who did not make the change. */
  readonly footer: string;
}

const changePassword: Record<Language, string> = {
  id: "Bukan Anda? Segera ganti kata sandi Anda di {shop}, lalu keluarkan semua perangkat lain.",
  en: "Not you? Change your password at {shop} now, then sign out all other devices.",
};

const recoverAccount: Record<Language, string> = {
  id: "Bukan Anda? Segera minta kata sandi baru di halaman masuk {shop}, lalu hubungi kami.",
  en: "Not you? Request a new password on the sign-in page of {shop} now, then contact us.",
};

const contactShop: Record<Language, string> = {
  id: "Bukan Anda? Segera hubungi {shop}.",
  en: "Not you? Contact {shop} now.",
};

const notices = {
  recovery_code_used: {
    id: {
      subject: "Kode pemulihan dipakai",
      heading: "Kode pemulihan dipakai",
      text: "Seseorang baru saja masuk ke akun Anda dengan salah satu kode pemulihan. Sisa kode: {left}.",
      footer: changePassword.id,
    },
    en: {
      subject: "A recovery code was used",
      heading: "A recovery code was used",
      text: "Somebody has just signed in to your account with one of its recovery codes. Codes left: {left}.",
      footer: changePassword.en,
    },
  },
  password_changed: {
    id: {
      subject: "Kata sandi Anda diganti",
      heading: "Kata sandi Anda diganti",
      text: "Kata sandi akun Anda di {shop} baru saja diganti, dan semua perangkat lain dikeluarkan.",
      footer: recoverAccount.id,
    },
    en: {
      subject: "Your password was changed",
      heading: "Your password was changed",
      text: "The password of your account at {shop} was just changed, and all other devices were signed out.",
      footer: recoverAccount.en,
    },
  },
  email_changed: {
    id: {
      subject: "Alamat email akun Anda diganti",
      heading: "Alamat email akun Anda diganti",
      text: "Akun Anda di {shop} sekarang memakai alamat {to}. Alamat ini tidak lagi dipakai untuk masuk.",
      footer: contactShop.id,
    },
    en: {
      subject: "The email address of your account was changed",
      heading: "The email address of your account was changed",
      text: "Your account at {shop} now uses the address {to}. You can no longer sign in with this address.",
      footer: contactShop.en,
    },
  },
  phone_changed: {
    id: {
      subject: "Nomor HP akun Anda diganti",
      heading: "Nomor HP akun Anda diganti",
      text: "Akun Anda di {shop} sekarang bisa masuk dengan nomor yang berakhiran {to}.",
      footer: recoverAccount.id,
    },
    en: {
      subject: "The phone number of your account was changed",
      heading: "The phone number of your account was changed",
      text: "Your account at {shop} can now sign in with the number that ends in {to}.",
      footer: recoverAccount.en,
    },
  },
  factor_added: {
    id: {
      subject: "Verifikasi 2 langkah dinyalakan",
      heading: "Verifikasi 2 langkah dinyalakan",
      text: "Akun Anda di {shop} sekarang meminta langkah kedua saat masuk. Perangkat lain dikeluarkan.",
      footer: contactShop.id,
    },
    en: {
      subject: "Two-step verification was turned on",
      heading: "Two-step verification was turned on",
      text: "Your account at {shop} now asks for a second step at sign-in. Other devices were signed out.",
      footer: contactShop.en,
    },
  },
  factor_removed: {
    id: {
      subject: "Satu langkah kedua dihapus",
      heading: "Satu langkah kedua dihapus",
      text: "Satu cara verifikasi 2 langkah dihapus dari akun Anda di {shop}.",
      footer: recoverAccount.id,
    },
    en: {
      subject: "A second step was removed",
      heading: "A second step was removed",
      text: "One method of two-step verification was removed from your account at {shop}.",
      footer: recoverAccount.en,
    },
  },
  address_taken: {
    id: {
      subject: "Alamat ini sudah punya akun",
      heading: "Alamat ini sudah punya akun",
      text: "Seseorang ingin memakai alamat email ini untuk akun lain, tetapi alamat ini sudah punya akun di {shop}. Kalau itu Anda, masuk dengan alamat ini. Lupa kata sandinya? Minta yang baru di halaman masuk.",
      footer: "Bukan Anda? Abaikan email ini. Tidak ada yang berubah pada akun Anda.",
    },
    en: {
      subject: "This address already has an account",
      heading: "This address already has an account",
      text: "Somebody asked to use this email address for another account, but it already has an account at {shop}. If it was you, sign in with this address. Forgot its password? Ask for a new one on the sign-in page.",
      footer: "Not you? Ignore this mail. Nothing has changed in your account.",
    },
  },
} as const satisfies Record<string, Record<Language, NoticeText>>;

export type NoticeKind = keyof typeof notices;
export const noticeKinds = Object.keys(notices) as NoticeKind[];

/**
 * Notifies the owner of a change to the account, by mail, or by text message without an address.
 * @param values for the placeholders
 */
export async function sendNotice(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  kind: NoticeKind,
  values: Values,
): Promise<void> {
  const language = user.raw_user_meta_data.language === "en" ? "en" : "id";
  const shopName = await context.shopName();
  const mail = composeNotice(kind, language, shopName, values);
  if (user.email) {
    const headers = { "Auto-Submitted": "auto-generated", "X-Auth-Mail": kind };
    await queueMail(sql, { kind: "email", to: user.email, ...mail, headers });
  } else if (user.phone) {
    const message = composeNoticeText(kind, language, shopName, values);
    await queueMail(sql, { kind: "sms", to: `+${user.phone}`, text: message });
  }
}

type Values = Readonly<Record<string, string>>;

export function composeNotice(
  kind: NoticeKind,
  language: Language,
  shopName: string,
  values: Values,
): ComposedMail {
  const { subject, heading, footer } = notices[kind][language];
  const text = composeNoticeText(kind, language, shopName, values);
  const page = layoutMail({
    language,
    shopName,
    preview: text,
    blocks: [
      { kind: "heading", text: heading },
      { kind: "text", text },
    ],
    footer: fill(footer, { shop: shopName }),
  });
  return { subject, ...page };
}

export function composeNoticeText(
  kind: NoticeKind,
  language: Language,
  shop: string,
  values: Values,
): string {
  return fill(notices[kind][language].text, { ...values, shop });
}

function fill(template: string, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
