import type { Language } from "#base/language.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";

const id = {
  subject: (shop: string) => `Undangan bergabung dengan tim ${shop}`,
  heading: "Anda diundang bergabung dengan tim",
  text: (shop: string) =>
    `${shop} mengundang Anda bekerja di Kelola toko. Masuk atau daftar dengan alamat email ini, lalu terima undangannya.`,
  button: "Buka undangan",
  note: (hours: number) => `Tautan ini berlaku ${hours} jam dan hanya bisa dipakai satu kali.`,
  footer: (shop: string) =>
    `Email ini dikirim karena tim ${shop} mengundang alamat ini. Tidak mengenal tokonya? Abaikan saja, tidak ada yang berubah.`,
};

const en: typeof id = {
  subject: (shop) => `Invitation to the staff of ${shop}`,
  heading: "You are invited to the staff",
  text: (shop) =>
    `${shop} invites you to work in its back office. Sign in or sign up with this email address, then accept the invitation.`,
  button: "Open the invitation",
  note: (hours) => `This link works for ${hours} hours, and only once.`,
  footer: (shop) =>
    `This email was sent because the staff of ${shop} invited this address. Do you not know the shop? Ignore it, and nothing changes.`,
};

const texts = { id, en } satisfies Record<Language, typeof id>;

/** The mail with the link of an invitation. @param hours that the link works */
export function composeInvitationMail(
  language: Language,
  shopName: string,
  address: string,
  hours: number,
): ComposedMail {
  const words = texts[language];
  const page = layoutMail({
    language,
    shopName,
    preview: words.text(shopName),
    blocks: [
      { kind: "heading", text: words.heading },
      { kind: "text", text: words.text(shopName) },
      { kind: "button", text: words.button, url: address },
      { kind: "note", text: words.note(hours) },
    ],
    footer: words.footer(shopName),
  });
  return { subject: words.subject(shopName), ...page };
}
