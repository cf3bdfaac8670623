import type { Language } from "#base/language.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";

interface DeletionMail {
  readonly subject: string;
  readonly greeting: string;
  readonly body: string;
  readonly footer: string;
  readonly sms: string;
}

/** @param name empty when unknown */
function textsOf(language: Language, name: string, shop: string): DeletionMail {
  return language === "en"
    ? {
        subject: "Your account is deleted",
        greeting: name ? `Dear ${name},` : "Hello,",
        body: `Your account at ${shop} is deleted, with your addresses and everything that signed you in. Every device is signed out. Orders stay in our books without your name, phone number and street.`,
        footer: `This is the last email from ${shop} about your account.`,
        sms: `Your account at ${shop} is deleted and every device is signed out.`,
      }
    : {
        subject: "Akun Anda sudah dihapus",
        greeting: name ? `Halo ${name},` : "Halo,",
        body: `Akun Anda di ${shop} sudah dihapus, beserta alamat dan semua cara masuknya. Semua perangkat sudah keluar. Pesanan tetap ada di pembukuan kami tanpa nama, nomor HP, dan alamat jalan Anda.`,
        footer: `Ini email terakhir dari ${shop} tentang akun Anda.`,
        sms: `Akun Anda di ${shop} sudah dihapus dan semua perangkat sudah keluar.`,
      };
}

/** The last mail to the owner of a deleted account. @param name empty when unknown */
export function composeDeletionMail(
  language: Language,
  name: string,
  shopName: string,
): ComposedMail {
  const texts = textsOf(language, name, shopName);
  const page = layoutMail({
    language,
    shopName,
    preview: texts.body,
    blocks: [
      { kind: "heading", text: texts.subject },
      { kind: "text", text: `${texts.greeting}\n\n${texts.body}` },
    ],
    footer: texts.footer,
  });
  return { subject: texts.subject, ...page };
}

/** The same as a text message, for accounts with a phone number only. */
export function composeDeletionSms(language: Language, shopName: string): string {
  return textsOf(language, "", shopName).sms;
}
