/** Words of the parts that every audience uses. */
export const id = {
  skipToContent: "Langsung ke isi",
  backHome: "Ke beranda",
  toShop: "Lihat semua barang",
  retry: "Coba lagi",
  notFound: {
    title: "Halaman tidak ditemukan",
    text: "Alamatnya mungkin salah ketik, atau barangnya sudah tidak dijual.",
    line: (path: string) => `404 Page not found: ${path}`,
  },
  unauthorised: {
    title: "Anda tidak berhak membuka halaman ini",
    text: "Halaman ini untuk petugas toko. Masuk dengan akun lain bila Anda memilikinya.",
    signIn: "Masuk dengan akun lain",
  },
  serverError: {
    title: "Ada yang rusak di pihak kami",
    text: "Pesanan dan keranjang Anda tidak berubah. Coba lagi sebentar lagi.",
    reference: "Nomor kejadian",
    whatsapp: "Kabari lewat WhatsApp",
    whatsappText: (reference: string) => `Halo, halaman toko gagal dibuka. Nomor: ${reference}`,
  },
};
