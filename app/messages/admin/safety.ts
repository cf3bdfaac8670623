import { defineMessages } from "#app/messages/define-messages.ts";
import type { Risk } from "#shop/merchant/risks.server.ts";

interface RiskWords {
  readonly title: string;
  /** Why it matters and what to do. */
  readonly text: string;
}

const id = {
  title: "Keamanan toko",
  lead: "Yang sebaiknya dibereskan sebelum toko dibuka untuk umum. Pengaturannya dipasang pada server, lalu program dijalankan ulang.",
  none: "Semuanya aman",
  noneText:
    "Tidak ada pengaturan yang membuka toko. Halaman ini memeriksa lagi setiap kali dibuka.",
  setting: "Yang diatur",
  toSecurity: "Ke Keamanan akun saya",
  risks: {
    builtin_payments: {
      title: "Pembayaran masih percobaan",
      text: "Pembayaran bawaan tidak menerima uang sungguhan. Pilih cara bayar yang nyata.",
    },
    no_payment_method: {
      title: "Belum ada cara bayar",
      text: "Transfer bank belum punya rekening tujuan, jadi belum ada yang bisa membayar. Pilih cara bayar, atau isi tabel bank_accounts.",
    },
    payment_provider_removed: {
      title: "Pembayaran lama tidak diikuti lagi",
      text: "PAYMENTS tidak lagi menyebut penyedia yang masih punya pembayaran atau pengembalian terbuka. Sebutkan lagi sampai semuanya selesai.",
    },
    admin_without_second_factor: {
      title: "Ada admin tanpa langkah kedua",
      text: "Kata sandi saja dapat dicuri. Setiap admin mengaktifkan langkah kedua di Keamanan akunnya.",
    },
    no_https: {
      title: "Alamat toko belum https",
      text: "Kata sandi dan sesi dapat dibaca di perjalanan. Pasang sertifikat, lalu tulis alamatnya.",
    },
    mail_not_sent: {
      title: "Email belum dikirim",
      text: "Nota dan kode masuk hanya disimpan. Hubungkan server email.",
    },
    no_backup: {
      title: "Belum pernah ada cadangan",
      text: "Satu kerusakan disk menghapus semua pesanan. Buat cadangan, atau nyatakan bahwa layanan lain membuatnya.",
    },
    proxy_not_trusted: {
      title: "Perantara belum dipercaya",
      text: "Permintaan datang lewat perantara (proxy), sehingga batas percobaan menghitung semua pengunjung sebagai satu orang. Sebutkan alamat perantara itu.",
    },
  } satisfies Record<Risk, RiskWords>,
};

const en: typeof id = {
  title: "Safety of the shop",
  lead: "What to put right before the shop opens to the public. Settings belong to the server; start the program again afterwards.",
  none: "All is safe",
  noneText: "No setting leaves the shop open. This page looks again whenever it is opened.",
  setting: "What to set",
  toSecurity: "To my account's Security",
  risks: {
    builtin_payments: {
      title: "Payments are only a trial",
      text: "The built-in payments take no real money. Choose real payment methods.",
    },
    no_payment_method: {
      title: "Nobody can pay yet",
      text: "Bank transfer has no account to go to. Choose payment methods, or fill the table bank_accounts.",
    },
    payment_provider_removed: {
      title: "Earlier payments are no longer followed",
      text: "PAYMENTS no longer names a provider that still has open payments or refunds. Name it again until they are all done.",
    },
    admin_without_second_factor: {
      title: "An administrator has no second step",
      text: "A password alone can be stolen. Every administrator turns on a second step in their account's Security.",
    },
    no_https: {
      title: "The shop's address is not https",
      text: "Passwords and sessions can be read on the way. Install a certificate, then set the address.",
    },
    mail_not_sent: {
      title: "Mail is not sent",
      text: "Receipts and sign-in codes are only stored. Connect a mail server.",
    },
    no_backup: {
      title: "There has never been a backup",
      text: "One broken disk deletes every order. Make a backup, or say that another service makes them.",
    },
    proxy_not_trusted: {
      title: "The proxy is not trusted",
      text: "Requests come through a proxy, so limits count all visitors as one person. Name the proxy's address.",
    },
  },
};

export const { of: safetyWords, use: useSafetyWords } = defineMessages(id, en);
