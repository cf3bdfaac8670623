export const id = {
  no_security_contact:
    "Pengelola toko ini belum menetapkan kontak untuk laporan keamanan. Gunakan halaman kontak.",
  unexpected: "Ada gangguan di pihak kami. Coba lagi sebentar lagi.",
  temporarily_unavailable: "Toko sedang sibuk. Coba lagi sebentar lagi.",
  invalid_input: "Data yang dikirim belum lengkap atau keliru. Periksa lalu kirim lagi.",
  not_found: "Tidak ditemukan.",
  no_authorization: "Masuk dulu untuk melanjutkan.",
  idempotency_key_reused: "Kunci permintaan ini sudah dipakai untuk permintaan lain.",
  idempotency_key_required: "Kirim Idempotency-Key agar permintaan aman diulang.",
  empty_cart: "Keranjang masih kosong.",
  cart_problems: "Isi keranjang berubah. Periksa lagi sebelum memesan.",
  reauthentication_needed: "Demi keamanan, verifikasi dulu, lalu coba lagi.",
  account_in_use:
    "Masih ada pesanan, pengembalian, atau keluhan yang berjalan, atau dana yang belum kembali.",
  last_admin: "Anda satu-satunya admin. Angkat admin lain dulu.",
  contact_missing: "Isi dulu email untuk nota di Data diri.",
  captcha_failed: "Pemeriksaan anti-spam tidak lolos. Kirim sekali lagi dengan jawaban baru.",
  total_changed: "Total berubah sejak terakhir dilihat. Periksa lalu pesan lagi.",
  too_many_orders:
    "Terlalu banyak pesanan dalam waktu singkat. Bayar pesanan yang sudah ada, masuk dengan email yang sudah dikonfirmasi, atau coba lagi besok.",
  too_many_unpaid_pieces:
    "Pesanan lain yang belum dibayar sudah menahan barang ini. Bayar atau batalkan pesanan itu dulu, atau kurangi jumlahnya.",
  too_many_unpaid:
    "Ada sepuluh pesanan yang belum dibayar. Bayar atau batalkan salah satunya dulu.",
  promo_exhausted: "Kuota kode promo ini baru saja habis.",
  out_of_stock: "Stok tidak cukup. Kurangi jumlahnya atau pilih barang lain.",
  terms_changed: "Syarat dan ketentuan berubah. Baca lalu setujui lagi.",
  payment_method_not_available: "Cara bayar ini tidak tersedia. Pilih cara lain.",
  payment_method_unavailable: "Metode ini sedang gangguan. Pilih cara lain, atau coba lagi nanti.",
  payment_unavailable: "Pembayaran belum dapat dibuka. Pesanan tersimpan, coba bayar lagi nanti.",
  payment_provider_unavailable:
    "Layanan pembayaran sedang gangguan. Coba lagi beberapa menit lagi.",
  order_not_found: "Pesanan tidak ditemukan.",
  order_not_cancelable: "Pesanan ini sudah disiapkan sehingga tidak dapat dibatalkan.",
  address_blocked: "Alamat jaringan Anda diblokir oleh toko ini. Hubungi toko bila ini keliru.",
  too_many_requests: "Terlalu banyak percobaan. Tunggu sebentar lalu coba lagi.",
  too_many_codes: "Terlalu banyak kode promo yang salah. Tunggu sebentar, atau lanjut tanpa kode.",
};
