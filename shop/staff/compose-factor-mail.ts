import type { Language } from "#base/language.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";

const id = {
  subject: (shop: string) => `Verifikasi 2 langkah Anda di ${shop} dinonaktifkan`,
  heading: "Verifikasi 2 langkah Anda dinonaktifkan",
  text: (by: string) =>
    `${by} menonaktifkan verifikasi 2 langkah akun Anda. Semua sesi Anda berakhir. Masuk lagi dengan kata sandi, lalu aktifkan lagi.`,
  button: "Buka keamanan akun",
  note: "Anda tidak memintanya? Segera ganti kata sandi dan hubungi pemilik toko.",
  footer: (shop: string) => `Email ini tentang keamanan akun tim Anda di ${shop}.`,
};

const en: typeof id = {
  subject: (shop) => `Your two-step verification at ${shop} was removed`,
  heading: "Your two-step verification was removed",
  text: (by) =>
    `${by} turned off the two-step verification of your account. All your sessions have ended. Sign in with your password, then turn it on again.`,
  button: "Open account security",
  note: "Did you not ask for this? Change your password now and talk to the owner of the shop.",
  footer: (shop) => `This email is about the security of your staff account at ${shop}.`,
};

const texts = { id, en } satisfies Record<Language, typeof id>;

/** To a member of staff whose two-step verification a colleague removed. @param by the colleague's name */
export function composeFactorMail(
  language: Language,
  shopName: string,
  by: string,
  address: string,
): ComposedMail {
  const words = texts[language];
  const page = layoutMail({
    language,
    shopName,
    preview: words.text(by),
    blocks: [
      { kind: "heading", text: words.heading },
      { kind: "text", text: words.text(by) },
      { kind: "button", text: words.button, url: address },
      { kind: "note", text: words.note },
    ],
    footer: words.footer(shopName),
  });
  return { subject: words.subject(shopName), ...page };
}
