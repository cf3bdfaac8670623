import type { SendingHealth } from "#shop/mailing/campaigns/results/read-sending-health.server.ts";

type Finding = NonNullable<SendingHealth["findings"]>[number];

export const id = {
  title: "Kesehatan pengiriman",
  lead: "Apa yang menentukan apakah kabar toko sampai: catatan domain, laju, dan yang kembali dari penyedia email.",
  sender: "Pengirim",
  relay: "Server email",
  noRelay: "Belum ada. Email disimpan dan bisa dibaca di /dev/mail.",
  signing: "Tanda tangan DKIM",
  signings: {
    on: "Ya, setiap email ditandatangani",
    waiting: "Belum: terbitkan dulu catatan DKIM di bawah",
    off: "Tidak, karena MAIL_DKIM=off. Server email yang menandatangani.",
  } satisfies Record<SendingHealth["signing"], string>,
  dns: "Catatan domain",
  noDomain:
    "Toko ini belum punya domain sendiri. Atur MAIL_NEWS_FROM ke alamat di domain toko, lalu kembali ke sini.",
  checkedAt: (moment: string) => `Diperiksa ${moment}`,
  checkAgain: "Periksa lagi",
  checking: "Memeriksa…",
  lines: {
    spf: "SPF: server mana yang boleh mengirim",
    dkim: "DKIM: tanda tangan email",
    dmarc: "DMARC: apa yang dilakukan dengan email palsu",
    mx: "MX: ke mana balasan sampai",
  } satisfies Record<Finding["line"], string>,
  states: {
    good: "Baik",
    missing: "Belum ada",
    wrong: "Salah",
    unknown: "Tidak diketahui",
  } satisfies Record<Finding["state"], string>,
  reasons: {
    not_found: "Catatan ini belum diterbitkan.",
    several: "Ada lebih dari satu; penerima menolak semuanya. Sisakan satu.",
    too_many_lookups:
      "Catatan ini perlu lebih dari 10 pencarian, jadi penerima menyerah. Kurangi include.",
    relay_missing: "Server email toko tidak ada di dalamnya.",
    relay_unknown:
      "Toko tidak bisa memastikan. Tanyakan isi yang benar kepada penyedia server email Anda.",
    other_key: "Kunci yang terbit bukan kunci toko ini.",
    no_policy: "Kebijakannya (p=) tidak ada.",
    not_aligned:
      "Laporan masuk ke domain lain (MAIL_BOUNCES), jadi SPF tidak berlaku untuk pengirim ini. Terbitkan catatan DKIM, atau pakai alamat laporan di domain pengirim.",
    takes_no_mail: "Domain ini menyatakan tidak menerima email, jadi balasan hilang.",
    no_answer: "Server nama sedang gangguan. Coba lagi sebentar lagi.",
    answers_differ:
      "Dua server nama menjawab berbeda, seperti di bawah. Sesudah perubahan, tunggu satu jam; bila tetap begitu, periksa catatannya di tempat domain dikelola.",
  } satisfies Record<NonNullable<Finding["reason"]>, string>,
  sharesDomain: (domain: string) =>
    `Kabar dan email pesanan dikirim dari domain yang sama. Keluhan atas kabar ikut merugikan email pesanan. Lebih baik: subdomain dan pengirim sendiri untuk kabar, misalnya MAIL_NEWS_FROM=kabar@kabar.${domain}.`,
  found: "Yang terbit sekarang",
  publish: "Terbitkan ini",
  replace: "Ganti dengan ini",
  recordName: "Nama",
  recordType: "Jenis",
  recordValue: "Isi",
  mxFrom: "Terbitkan catatan dari penyedia kotak surat pengirim ini.",
  copyName: "Salin nama",
  copyValue: "Salin isi",
  copied: "Tersalin",
  pace: "Laju",
  paceLead:
    "Email per detik, untuk semua proses bersama. Laju turun sendiri saat penyedia minta lebih pelan, lalu naik lagi.",
  groups: {
    all: "Semua",
    gmail: "Gmail",
    microsoft: "Microsoft",
    yahoo: "Yahoo",
    apple: "Apple",
    other: "Lainnya",
  } as Record<string, string>,
  paceHeads: { group: "Penyedia", allowed: "Diizinkan", now: "Sekarang" },
  slowedAt: (moment: string) => `melambat sejak ${moment}`,
  back: "Yang kembali",
  backLead: (count: string) => `Dari ${count} laporan terbaru.`,
  unnamedDomain: "Domain tidak disebut",
  backHeads: {
    domain: "Domain",
    hard: "Tidak ada",
    soft: "Penuh",
    policy: "Ditolak",
    complaints: "Keluhan",
  },
  noReports: "Belum ada laporan",
  noReportsText: "Email yang kembali dan keluhan tampil di sini.",
  mailboxRead: (moment: string) => `Kotak pantulan dibaca terakhir ${moment}.`,
  mailboxNever: "Kotak pantulan belum pernah dibaca. Coba lagi dua menit lagi.",
  mailboxProblem: "Kotak pantulan belum bisa dibaca:",
  noSecret:
    "Laporan penyedia belum diterima. Atur MAIL_EVENTS_SECRET, lalu daftarkan alamat ini di penyedia Anda:",
  gmail: "Gmail tidak memberi tahu siapa yang mengeluh.",
  postmaster: "Lihat jumlahnya di Postmaster Tools",
  events: "Laporan terakhir",
  kinds: {
    delivered: "Sampai",
    deferred: "Ditunda",
    bounced: "Kembali",
    complained: "Keluhan",
  } as Record<string, string>,
};
