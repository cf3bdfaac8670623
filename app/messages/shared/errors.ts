import type { Language } from "#base/language.ts";

const id = {
  unexpected: "Ada gangguan di pihak kami. Coba lagi sebentar lagi.",
  temporarily_unavailable: "Toko sedang sibuk. Coba lagi sebentar lagi.",
  invalid_input: "Data yang dikirim belum lengkap atau keliru. Periksa lalu kirim lagi.",
  not_found: "Tidak ditemukan.",
  no_authorization: "Masuk dulu untuk melanjutkan.",
  idempotency_key_reused: "Kunci permintaan ini sudah dipakai untuk permintaan lain.",
  idempotency_key_required: "Kirim Idempotency-Key agar permintaan aman diulang.",
  empty_cart: "Keranjang masih kosong.",
  cart_problems: "Isi keranjang berubah. Periksa lagi sebelum memesan.",
  reauthentication_needed: "Buktikan dulu bahwa ini Anda, lalu ulangi.",
  account_in_use:
    "Masih ada pesanan, pengembalian, atau keluhan yang berjalan, atau uang yang belum kembali.",
  last_admin: "Anda satu-satunya admin. Angkat admin lain dulu.",
  contact_missing: "Isi dulu email untuk nota di Data diri.",
  design_not_orderable: "Barang dengan desain belum dapat dipesan. Pilih barangnya tanpa desain.",
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
  payment_method_unavailable:
    "Cara bayar ini sedang tidak menjawab. Pilih cara lain, atau coba lagi nanti.",
  payment_unavailable: "Pembayaran belum dapat dibuka. Pesanan tersimpan, coba bayar lagi nanti.",
  payment_provider_unavailable:
    "Penyedia pembayaran sedang tidak menjawab. Coba lagi beberapa menit lagi.",
  order_not_found: "Pesanan tidak ditemukan.",
  order_not_cancelable: "Pesanan ini sudah disiapkan sehingga tidak dapat dibatalkan.",
  too_many_requests: "Terlalu banyak percobaan. Tunggu sebentar lalu coba lagi.",
  too_many_codes: "Terlalu banyak kode promo yang salah. Tunggu sebentar, atau lanjut tanpa kode.",
};

const en: typeof id = {
  unexpected: "Something went wrong on our side. Try again in a moment.",
  temporarily_unavailable: "The shop is busy. Try again in a moment.",
  invalid_input: "What was sent is incomplete or wrong. Check it and send it again.",
  not_found: "Not found.",
  no_authorization: "Sign in to go on.",
  idempotency_key_reused: "This request key was used for another request.",
  idempotency_key_required: "Send an Idempotency-Key so that the request can be repeated safely.",
  empty_cart: "The cart is empty.",
  cart_problems: "The cart has changed. Check it before ordering.",
  reauthentication_needed: "Prove first that it is you, then repeat this.",
  account_in_use: "An order, return or claim is still under way, or money has not gone back.",
  last_admin: "You are the only administrator. Appoint another one first.",
  contact_missing: "Enter an email for receipts in your details first.",
  design_not_orderable: "Items with a design cannot be ordered yet. Choose the item without one.",
  captcha_failed: "The spam check did not pass. Send again with a new answer.",
  total_changed: "The total has changed since you saw it. Check it and order again.",
  too_many_orders:
    "Too many orders in a short time. Pay the ones you have, sign in with a confirmed email address, or try again tomorrow.",
  too_many_unpaid_pieces:
    "Another unpaid order already holds this item. Pay or cancel that order first, or lower the quantity.",
  too_many_unpaid: "Ten of your orders wait for payment. Pay or cancel one of them first.",
  promo_exhausted: "This promo code has just been used up.",
  out_of_stock: "There is not enough stock. Lower the quantity or choose something else.",
  terms_changed: "The terms have changed. Read and accept them again.",
  payment_method_not_available: "This payment method is not available. Choose another one.",
  payment_method_unavailable:
    "This payment method does not answer right now. Choose another one, or try later.",
  payment_unavailable: "The payment cannot be opened now. The order is kept; try to pay later.",
  payment_provider_unavailable:
    "The payment provider does not answer right now. Try again in a few minutes.",
  order_not_found: "Order not found.",
  order_not_cancelable: "This order is being prepared and can no longer be cancelled.",
  too_many_requests: "Too many attempts. Wait a moment and try again.",
  too_many_codes: "Too many promo codes were wrong. Wait a while, or go on without a code.",
};

/** Words for the stable error codes that endpoints answer with. */
export const errorMessages: Readonly<Record<Language, typeof id>> = { id, en };
