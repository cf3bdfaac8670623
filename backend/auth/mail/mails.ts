import type { Language } from "#base/language.ts";

export type AuthMailKind =
  | "confirmation"
  | "recovery"
  | "magic_link"
  | "email_change"
  | "reauthentication"
  | "invite";

/** Texts of one mail with the placeholders `{minutes}`, `{email}` and `{shop}`. */
interface AuthMailText {
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
  readonly button: string;
  readonly code: string;
}

const validity = {
  id: "Tautan dan kode ini berlaku {minutes} menit dan hanya bisa dipakai sekali.",
  en: "This link and code work for {minutes} minutes and only once.",
};

export const authMailNotes = {
  id: {
    validity: validity.id,
    codeValidity: "Kode ini berlaku {minutes} menit dan hanya bisa dipakai sekali.",
    inviteValidity: "Tautan ini berlaku {hours} jam dan hanya bisa dipakai sekali.",
    ignore: "Bukan Anda? Abaikan saja email ini; tidak ada yang berubah.",
    footer: "Email ini dikirim oleh {shop} karena ada permintaan untuk alamat {email}.",
  },
  en: {
    validity: validity.en,
    codeValidity: "This code works for {minutes} minutes and only once.",
    inviteValidity: "This link works for {hours} hours and only once.",
    ignore: "Not you? Ignore this mail; nothing changes.",
    footer: "{shop} sent this mail because of a request for the address {email}.",
  },
} as const satisfies Record<
  Language,
  { validity: string; codeValidity: string; inviteValidity: string; ignore: string; footer: string }
>;

export const authMails: Record<AuthMailKind, Record<Language, AuthMailText>> = {
  confirmation: {
    id: {
      subject: "Konfirmasi alamat email Anda",
      heading: "Satu langkah lagi",
      text: "Konfirmasi alamat {email} untuk mulai memakai akun Anda di {shop}.",
      button: "Konfirmasi email",
      code: "Atau masukkan kode ini:",
    },
    en: {
      subject: "Confirm your email address",
      heading: "One step left",
      text: "Confirm the address {email} to start using your account at {shop}.",
      button: "Confirm email",
      code: "Or enter this code:",
    },
  },
  recovery: {
    id: {
      subject: "Atur ulang kata sandi",
      heading: "Kata sandi baru",
      text: "Ada permintaan mengatur ulang kata sandi akun Anda di {shop}.",
      button: "Buat kata sandi baru",
      code: "Atau masukkan kode ini:",
    },
    en: {
      subject: "Reset your password",
      heading: "A new password",
      text: "Somebody asked to reset the password of your account at {shop}.",
      button: "Choose a new password",
      code: "Or enter this code:",
    },
  },
  magic_link: {
    id: {
      subject: "Kode masuk ke akun Anda",
      heading: "Masuk tanpa kata sandi",
      text: "Pakai tautan atau kode ini untuk masuk ke {shop}.",
      button: "Masuk",
      code: "Atau masukkan kode ini:",
    },
    en: {
      subject: "Your sign-in code",
      heading: "Sign in without a password",
      text: "Use this link or code to sign in to {shop}.",
      button: "Sign in",
      code: "Or enter this code:",
    },
  },
  email_change: {
    id: {
      subject: "Konfirmasi perubahan email",
      heading: "Alamat email baru",
      text: "Setujui perubahan alamat email akun Anda di {shop} menjadi {email}.",
      button: "Setujui perubahan",
      code: "Atau masukkan kode ini:",
    },
    en: {
      subject: "Confirm your new email address",
      heading: "A new email address",
      text: "Agree to change the email address of your account at {shop} to {email}.",
      button: "Agree to the change",
      code: "Or enter this code:",
    },
  },
  invite: {
    id: {
      subject: "Undangan bergabung",
      heading: "Anda diundang",
      text: "Anda diundang memakai akun {email} di {shop}. Buka tautan ini untuk menerimanya.",
      button: "Terima undangan",
      code: "Atau masukkan kode ini dalam {minutes} menit:",
    },
    en: {
      subject: "You are invited",
      heading: "You are invited",
      text: "You are invited to use the account {email} at {shop}. Open this link to accept.",
      button: "Accept the invitation",
      code: "Or enter this code within {minutes} minutes:",
    },
  },
  reauthentication: {
    id: {
      subject: "Kode konfirmasi",
      heading: "Pastikan ini Anda",
      text: "Masukkan kode ini untuk melanjutkan perubahan pada akun Anda di {shop}.",
      button: "",
      code: "Kode:",
    },
    en: {
      subject: "Confirmation code",
      heading: "Make sure it is you",
      text: "Enter this code to go on changing your account at {shop}.",
      button: "",
      code: "Code:",
    },
  },
};

/** The text message with a code; the code comes first, so that a locked phone shows it. */
export const smsCode: Record<Language, string> = {
  id: "{code} adalah kode {shop} Anda. Berlaku {minutes} menit. Jangan berikan kepada siapa pun.",
  en: "{code} is your {shop} code. It works for {minutes} minutes. Share it with nobody.",
};
