/** The page that an invitation to become staff opens. */
export const id = {
  title: "Undangan tim",
  lead: (shop: string, role: string) => `${shop} mengundang Anda sebagai ${role}.`,
  by: (name: string) => `Diundang oleh ${name}.`,
  asWhom: (email: string) => `Anda masuk sebagai ${email}.`,
  accept: "Terima undangan",
  signInText:
    "Masuk atau daftar dengan alamat email yang menerima undangan ini, lalu Anda kembali ke sini.",
  signIn: "Masuk",
  signUp: "Daftar",
  gone: "Undangan ini tidak berlaku",
  goneText:
    "Tautannya sudah dipakai, dicabut, kedaluwarsa, atau untuk alamat email lain. Minta pengirimnya mengirim lagi.",
  goneAs: (email: string) =>
    `Anda masuk sebagai ${email}. Undangan hanya berlaku untuk alamat yang menerimanya.`,
  account: "Ke akun saya",
};
