import type { Language } from "#base/language.ts";

export const designMailKinds = [
  "proof_sent",
  "reminder",
  "resting",
  "question",
  "rejected",
  "approved",
  "in_production",
] as const;
export type DesignMailKind = (typeof designMailKinds)[number];

interface Facts {
  readonly number: string;
  readonly goods: string;
}

type Texts = Readonly<
  Record<DesignMailKind, (facts: Facts) => { subject: string; heading: string; body: string }>
> & {
  readonly greeting: (name: string) => string;
  readonly words: string;
  readonly changes: string;
  readonly button: string;
  readonly madeToOrder: string;
  /** `hasEmail`: whether the shop has an address that receives replies. */
  readonly footer: (shop: string, hasEmail: boolean) => string;
};

const id: Texts = {
  greeting: (name) => `Halo ${name},`,
  words: "Tulisan",
  changes: "Yang berubah dari versi sebelumnya:",
  button: "Lihat desain",
  madeToOrder:
    "Barang ini dibuat khusus untuk Anda, jadi tidak dapat dikembalikan karena berubah pikiran. Bila salah cetak, rusak, atau berbeda dari contoh yang disetujui, kami cetak ulang atau kembalikan dana Anda.",
  footer: (shop, hasEmail) =>
    `Email ini tentang pesanan Anda di ${shop}. ${
      hasEmail
        ? "Balas email ini bila ada yang ingin ditanyakan."
        : "Ada pertanyaan? Hubungi kami lewat halaman Kontak."
    }`,
  proof_sent: ({ number, goods }) => ({
    subject: `Contoh cetak pesanan ${number} menunggu jawaban Anda`,
    heading: "Periksa contoh cetak Anda",
    body: `Contoh cetak ${goods} sudah siap. Periksa ejaan dan letaknya, lalu setujui atau minta revisi. Kami baru mencetak setelah Anda menyetujuinya.`,
  }),
  reminder: ({ number, goods }) => ({
    subject: `Contoh cetak pesanan ${number} masih menunggu Anda`,
    heading: "Contoh cetak Anda belum dijawab",
    body: `Contoh cetak ${goods} masih menunggu persetujuan Anda. Tanpa jawaban Anda, kami tidak mencetak apa pun.`,
  }),
  resting: ({ number, goods }) => ({
    subject: `Pesanan ${number} kami tunda dulu`,
    heading: "Cetakan Anda kami tunda",
    body: `Contoh cetak ${goods} sudah tujuh hari belum dijawab, jadi perkiraan tanggal tiba tidak berlaku lagi. Setelah Anda menyetujuinya, kami hitung ulang dari hari itu. Bila tidak jadi, Anda bisa meminta pembatalan di halaman pesanan.`,
  }),
  question: ({ number, goods }) => ({
    subject: `Pesan tentang desain pesanan ${number}`,
    heading: "Ada pesan untuk Anda",
    body: `Kami menulis tentang desain ${goods}. Jawab di halaman desain Anda.`,
  }),
  rejected: ({ number, goods }) => ({
    subject: `Desain pesanan ${number} belum bisa dicetak`,
    heading: "Desain belum bisa dicetak",
    body: `Desain ${goods} tidak dapat kami cetak. Alasan dan jalan keluarnya tertulis di bawah.`,
  }),
  approved: ({ number, goods }) => ({
    subject: `Desain pesanan ${number} disetujui`,
    heading: "Desain disetujui",
    body: `${goods} kami cetak persis seperti contoh yang disetujui.`,
  }),
  in_production: ({ number, goods }) => ({
    subject: `Pesanan ${number} sedang dicetak`,
    heading: "Sedang dicetak",
    body: `${goods} sedang dicetak dan tidak bisa diubah lagi.`,
  }),
};

const en: Texts = {
  greeting: (name) => `Hello ${name},`,
  words: "Text",
  changes: "Different from the version before:",
  button: "View the design",
  madeToOrder:
    "This is made for you, so it cannot be returned for a change of mind. If it is wrong, damaged or unlike the approved proof, we print it again or return your money.",
  footer: (shop, hasEmail) =>
    `This email is about your order at ${shop}. ${
      hasEmail ? "Reply to it with any questions." : "Questions? Use the contact page."
    }`,
  proof_sent: ({ number, goods }) => ({
    subject: `The proof for order ${number} waits for your answer`,
    heading: "Check your proof",
    body: `The proof of ${goods} is ready. Check spelling and place, then approve it or ask for changes. We print only after you approve it.`,
  }),
  reminder: ({ number, goods }) => ({
    subject: `The proof for order ${number} still waits for you`,
    heading: "Your proof has no answer yet",
    body: `The proof of ${goods} still waits for your approval. We print nothing without your answer.`,
  }),
  resting: ({ number, goods }) => ({
    subject: `Order ${number} rests for now`,
    heading: "Your print rests",
    body: `The proof of ${goods} has had no answer for seven days, so the delivery estimate no longer holds. Once you approve it, we count anew from that day. If you no longer want it, ask for a cancellation on the order's page.`,
  }),
  question: ({ number, goods }) => ({
    subject: `A message about the design of order ${number}`,
    heading: "There is a message for you",
    body: `We wrote about the design of ${goods}. Answer on the page of your design.`,
  }),
  rejected: ({ number, goods }) => ({
    subject: `The design of order ${number} cannot be printed yet`,
    heading: "The design cannot be printed yet",
    body: `We cannot print the design of ${goods}. The reason and the way out are below.`,
  }),
  approved: ({ number, goods }) => ({
    subject: `The design of order ${number} is approved`,
    heading: "Design approved",
    body: `We print ${goods} exactly as the approved proof.`,
  }),
  in_production: ({ number, goods }) => ({
    subject: `Order ${number} is being printed`,
    heading: "Being printed",
    body: `${goods} is being printed and can no longer be changed.`,
  }),
};

export const designMailTexts: Readonly<Record<Language, Texts>> = { id, en };
