import type { Language } from "#base/language.ts";
import { counted } from "#base/plural.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";
import type { NotificationKind } from "./notification.ts";

const id = {
  subject: (count: number) => `${count} pemberitahuan belum dibaca`,
  text: "Ini yang masuk sejak kemarin dan belum Anda baca.",
  kinds: {
    new_order: "Pesanan baru",
    order_paid: "Pesanan dibayar",
    transfer_proof: "Bukti transfer",
    payment_review: "Pembayaran yang perlu diperiksa",
    return_requested: "Permintaan pengembalian",
    new_enquiry: "Pesan masuk",
    proof_unanswered: "Contoh cetak tanpa jawaban",
    sold_out: "Stok habis",
    low_stock: "Stok menipis",
    mail_parked: "Email tertahan",
    order_unreachable: "Pembeli tidak menerima email",
    task_done: "Tugas selesai",
    task_failed: "Tugas gagal",
    backup_old: "Cadangan sudah lama",
    mail_domain: "Domain pengirim berubah",
    campaign_paused: "Kampanye berhenti sendiri",
    automation_paused: "Email otomatis berhenti sendiri",
    sale_withdrawn: "Obral ditarik",
    approval_wanted: "Persetujuan diminta",
    approval_decided: "Permintaan diputuskan",
  } satisfies Record<NotificationKind, string>,
  now: {
    subject: (count: number) => `${count} pemberitahuan baru`,
    text: "Pemberitahuan ini baru masuk.",
    footer: (shop: string) =>
      `Pemberitahuan untuk tim ${shop}. Mengatur email: halaman Pemberitahuan, bagian Yang saya terima.`,
  },
  button: "Buka pemberitahuan",
  example: "Contoh: beginilah pemberitahuan tampil di perangkat ini.",
  footer: (shop: string) =>
    `Ringkasan harian untuk tim ${shop}. Mematikannya: halaman Pemberitahuan, bagian Yang saya terima.`,
};

const en: typeof id = {
  subject: (count) => counted(count, "unread notification", "unread notifications"),
  text: "This came in since yesterday and you have not read it yet.",
  kinds: {
    new_order: "New orders",
    order_paid: "Paid orders",
    transfer_proof: "Proofs of transfer",
    payment_review: "Payments to review",
    return_requested: "Return requests",
    new_enquiry: "Enquiries",
    proof_unanswered: "Proofs without an answer",
    sold_out: "Sold out",
    low_stock: "Low stock",
    mail_parked: "Parked emails",
    order_unreachable: "Buyers whose email came back",
    task_done: "Tasks finished",
    task_failed: "Tasks failed",
    backup_old: "Backup is old",
    mail_domain: "Sender's domain changed",
    campaign_paused: "Campaigns paused by themselves",
    automation_paused: "Automatic emails paused by themselves",
    sale_withdrawn: "Sales withdrawn",
    approval_wanted: "Approvals wanted",
    approval_decided: "Requests decided",
  },
  now: {
    subject: (count) => counted(count, "new notification", "new notifications"),
    text: "This is new in your shop.",
    footer: (shop) =>
      `A notification for the staff of ${shop}. To choose your emails: the page Notifications, part What I receive.`,
  },
  button: "Open notifications",
  example: "Example: notifications on this device look like this.",
  footer: (shop) =>
    `The daily digest for the staff of ${shop}. To switch it off: the page Notifications, part What I receive.`,
};

export const staffMailTexts = { id, en } satisfies Record<Language, typeof id>;

/** To a member of staff: how many notifications of each kind are unread. It has no data of customers. */
export function composeDigestMail(
  language: Language,
  shopName: string,
  counts: readonly { readonly kind: NotificationKind; readonly count: number }[],
  address: string,
): ComposedMail {
  const words = staffMailTexts[language];
  const subject = words.subject(counts.reduce((sum, { count }) => sum + count, 0));
  const page = layoutMail({
    language,
    shopName,
    preview: words.text,
    blocks: [
      { kind: "heading", text: subject },
      { kind: "text", text: words.text },
      {
        kind: "lines",
        lines: counts.map(({ kind, count }) => ({
          label: words.kinds[kind],
          value: String(count),
        })),
      },
      { kind: "button", text: words.button, url: address },
    ],
    footer: words.footer(shopName),
  });
  return { subject, ...page };
}
