/** A topic's name inside a sentence. */
const inside = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

export const id = {
  title: "Atur email",
  lead: "Pilih email apa yang ingin Anda terima dari kami.",
  for: (email: string) => `Untuk ${email}`,
  ask: (name: string) => `Berhenti menerima ${inside(name)}?`,
  stop: "Ya, berhenti",
  stopped: (name: string) => `${name} tidak kami kirim lagi.`,
  undo: "Batalkan",
  undone: (name: string) => `${name} kami kirim lagi.`,
  undoneAll: "Pilihan Anda kembali seperti semula.",
  choose: "Semua pilihan",
  pending: "menunggu konfirmasi",
  always: "Email pesanan",
  alwaysHint:
    "Pembayaran diterima, dikirim, dibatalkan: selalu kami kirim, karena itu bukti belanja Anda.",
  alwaysMark: "selalu",
  save: "Simpan pilihan",
  saved: "Pilihan Anda sudah disimpan.",
  confirmationSent:
    "Yang pernah Anda hentikan baru dikirim lagi setelah Anda menekan tautan di email konfirmasi. Periksa email Anda.",
  fewer: "Lebih jarang",
  fewerHint: "Untuk kabar toko dan email promosi lain yang Anda terima.",
  pause: "Jeda",
  pauseNone: "Tidak dijeda",
  pauseKeep: (date: string) => `Dijeda sampai ${date}`,
  pauseEnd: "Akhiri jeda",
  pauseFor: (days: number) => `Jeda ${days} hari`,
  monthly: "Maksimal sekali sebulan",
  language: "Bahasa email",
  move: "Ganti alamat",
  moveHint:
    "Alamat baru mendapat email konfirmasi lebih dulu. Setelah ditekan, alamat ini tidak menerima lagi.",
  moveLabel: "Alamat baru",
  moveButton: "Kirim konfirmasi",
  moveSent:
    "Kami mengirim email konfirmasi ke alamat baru. Sampai ditekan, tidak ada yang berubah.",
  everything: "Hentikan semuanya",
  everythingHint:
    "Tidak ada lagi kabar atau pengingat apa pun. Email tentang pesanan yang Anda buat tetap kami kirim.",
  everythingButton: "Hentikan semua email",
  everythingStopped: "Semua kabar dan pengingat sudah dihentikan.",
  brokenTitle: "Tautan ini tidak lengkap",
  brokenText: "Buka lagi tautan di bagian bawah email kami, atau minta tautan baru di bawah ini.",
  openTitle: "Minta tautan lewat email",
  openText:
    "Tautannya juga ada di bagian bawah setiap email yang dapat dihentikan. Tidak perlu masuk.",
  email: "Email",
  send: "Kirim tautan",
  checking: "Memeriksa, sebentar…",
  sentTitle: "Periksa email Anda",
  sentText: "Bila kami pernah menulis ke alamat itu, tautannya sedang dalam perjalanan.",
  errors: {
    required: "Isi email Anda.",
    too_long: "Email ini terlalu panjang.",
    email_invalid: "Email ini belum lengkap. Contoh: nama@contoh.com.",
  },
  failures: {
    nothing_on: "Tidak ada email yang sedang Anda terima, jadi tidak ada yang dipindahkan.",
    undo_too_late: "Ini sudah tidak dapat dibatalkan. Pilih lagi di bawah ini.",
    link_invalid: "Tautan ini tidak berlaku. Minta tautan baru di halaman ini.",
    captcha_failed:
      "Pemeriksaan anti-spam tidak berhasil atau JavaScript mati. Coba sekali lagi, atau tulis lewat halaman Kontak.",
    captcha_unavailable:
      "Pemeriksaan anti-spam sedang tidak dapat dimuat. Coba lagi sebentar lagi.",
    too_many_requests: "Terlalu banyak permintaan. Coba lagi satu jam lagi.",
    offline: "Tidak ada sambungan internet. Coba lagi setelah tersambung.",
  },
};
