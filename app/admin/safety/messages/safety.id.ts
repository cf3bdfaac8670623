import type { Risk } from "#shop/settings/merchant/risks.server.ts";

interface RiskWords {
  readonly title: string;
  /** Why it matters and what to do. */
  readonly text: string;
}

export const id = {
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
      text: "Transfer bank belum punya rekening tujuan, jadi belum ada yang bisa membayar. Tambahkan di Pengaturan, Rekening transfer.",
    },
    payment_provider_removed: {
      title: "Pembayaran lama tidak diikuti lagi",
      text: "PAYMENTS tidak lagi menyebut penyedia yang masih punya pembayaran atau pengembalian terbuka. Sebutkan lagi sampai semuanya selesai.",
    },
    admin_without_second_factor: {
      title: "Ada admin tanpa verifikasi 2 langkah",
      text: "Kata sandi saja dapat dicuri. Setiap admin mengaktifkan verifikasi 2 langkah di Keamanan akunnya.",
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
    no_worker: {
      title: "Proses pekerja tidak berjalan",
      text: "Email, kedaluwarsa pesanan, dan pengembalian dana tertunda beberapa menit. Jalankan proses pekerja di server.",
    },
    proxy_not_trusted: {
      title: "Perantara belum dipercaya",
      text: "Permintaan datang lewat perantara (proxy), sehingga batas percobaan menghitung semua pengunjung sebagai satu orang. Sebutkan alamat perantara itu.",
    },
  } satisfies Record<Risk, RiskWords>,
};
