import { defineMessages } from "#app/messages/define-messages.ts";

const id = {
  title: "Pesan yang tertahan",
  lead: "Pesan ini ditolak penerimanya atau gagal dua belas kali. Perbaiki alamat atau pengaturan email dulu, lalu kirim lagi.",
  none: "Tidak ada pesan yang tertahan",
  noneText: "Semua email dan SMS sudah sampai di server penerimanya.",
  tries: (count: number) => `${count} percobaan`,
  again: "Kirim lagi",
  againTo: (to: string) => `Kirim lagi ke ${to}`,
  sent: "Pesan masuk antrean lagi.",
  recovered: (orders: number, total: string) =>
    `Pengingat keranjang, 30 hari terakhir: ${orders} pesanan terbayar senilai ${total} dalam seminggu sesudah pengingatnya.`,
  gone: "Pesan ini sudah tidak tertahan.",
};

const en: typeof id = {
  title: "Messages held back",
  lead: "These were refused by their receiver or failed twelve times. Put the address or the mail settings right, then send them again.",
  none: "No message is held back",
  noneText: "Every mail and text message has reached its server.",
  tries: (count) => (count === 1 ? "1 try" : `${count} tries`),
  again: "Send again",
  againTo: (to) => `Send again to ${to}`,
  sent: "The message is in the queue again.",
  recovered: (orders, total) =>
    `Cart reminders, last 30 days: ${orders === 1 ? "1 paid order" : `${orders} paid orders`} worth ${total} within a week of a reminder.`,
  gone: "This message is no longer held back.",
};

export const { of: parkedMailWords, use: useParkedMailWords } = defineMessages(id, en);
