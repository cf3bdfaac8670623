/** Why a code does not apply and what is missing, and the benefits of promotions. */
export const id = {
  gift: "Hadiah",
  free: "Gratis",
  problems: {
    promo_not_found: "tidak ditemukan. Cek penulisannya.",
    promo_inactive: "tidak berlaku saat ini.",
    promo_too_many_tries: (minutes: number) =>
      `belum diperiksa karena terlalu banyak kode yang salah. Coba lagi ${minutes} menit lagi.`,
    promo_not_started: (from: string) => `berlaku mulai ${from}.`,
    promo_expired: (until: string) => `sudah berakhir pada ${until}.`,
    promo_limit_reached: "sudah habis terpakai.",
    promo_budget_spent: "sudah habis kuotanya.",
    promo_already_used: "sudah pernah Anda pakai.",
    promo_min_subtotal: (missing: string) => `berlaku bila belanja ${missing} lagi.`,
    promo_min_quantity: (missing: number) => `berlaku bila menambah ${missing} barang lagi.`,
    promo_no_eligible_items: "tidak berlaku untuk barang di keranjang ini.",
    promo_not_combinable: (other: string) =>
      `tidak bisa digabung dengan ${other}. Hapus salah satunya.`,
    promo_not_better: (other: string) => `tidak diperlukan: ${other} memotong lebih banyak.`,
    promo_region: (regions: string) => `hanya untuk pengiriman ke ${regions}.`,
    promo_payment_method: "hanya untuk cara bayar tertentu. Pilih cara bayar lain di checkout.",
    promo_paid_by: (names: string) => `hanya bila dibayar dengan ${names}.`,
    promo_first_order_only: "hanya untuk pesanan pertama.",
    promo_gift_out_of_stock: "tidak bisa dipakai karena hadiahnya habis.",
    promo_not_for_you: "hanya untuk pelanggan tertentu.",
    promo_sign_in: "hanya untuk pelanggan tertentu. Masuk dulu untuk memakainya.",
    other: "belum bisa dipakai.",
  },
};
