import { depositMailTexts } from "./deposit-mail-texts.ts";
import type { OrderMailTexts } from "./order-mail-kinds.ts";

export const id: OrderMailTexts = {
  ...depositMailTexts.id,
  greeting: (name) => `Halo ${name},`,
  track: "Lacak pesanan",
  view: "Lihat pesanan",
  pay: (total) => `Bayar ${total}`,
  fillAccount: "Isi rekening",
  account: "Buka pesanan lengkap",
  ordered: "Dipesan",
  replaces: "Menggantikan pesanan",
  arrives: "Perkiraan tiba",
  ready: "Perkiraan siap",
  quantity: (pieces) => `Jumlah ${pieces}`,
  free: "Gratis",
  paidStamp: "LUNAS",
  discount: "Potongan",
  shipping: "Ongkir",
  pickup: "Ambil di toko",
  setup: "Biaya persiapan desain",
  madeToOrder:
    "Barang dengan nama atau gambar Anda dibuat khusus untuk Anda, jadi tidak dapat dikembalikan karena berubah pikiran. Bila salah cetak, rusak, atau berbeda dari desain yang Anda pesan atau setujui, kami cetak ulang atau kembalikan dana Anda.",
  paymentFee: "Biaya COD",
  transferCode: "Kode unik",
  difference: "Selisih pembayaran",
  total: "Total",
  footer: (shop, hasEmail) =>
    `Email ini tentang pesanan Anda di ${shop}. ${
      hasEmail
        ? "Balas email ini bila ada yang ingin ditanyakan."
        : "Ada pertanyaan? Hubungi kami lewat halaman Kontak."
    }`,
  supplement: {
    awaiting_payment: ({ supplementOf, total, deadline }) => ({
      subject: `Desain baru pesanan ${supplementOf}: bayar tambahan ${total}`,
      heading: "Tambahan untuk desain baru",
      body: `Desain yang Anda ubah pada pesanan ${supplementOf} lebih mahal ${total}. Bayar sebelum ${deadline}; setelah itu desainnya kami periksa. Selama belum dibayar, barang ini tidak kami cetak.`,
    }),
    paid: ({ supplementOf }) => ({
      subject: `Tambahan untuk pesanan ${supplementOf} kami terima`,
      heading: "Lunas, terima kasih",
      body: `Tambahan untuk desain baru pesanan ${supplementOf} sudah kami terima. Desainnya kami periksa sekarang.`,
    }),
    canceled: ({ supplementOf }) => ({
      subject: `Tambahan untuk pesanan ${supplementOf} batal`,
      heading: "Tambahan ini batal",
      body: `Tambahan untuk desain baru pesanan ${supplementOf} tidak perlu dibayar lagi, dan desain itu tidak dicetak. Bila sudah dibayar, dana Anda kami kembalikan.`,
    }),
    expired: ({ supplementOf }) => ({
      subject: `Waktu membayar tambahan pesanan ${supplementOf} habis`,
      heading: "Waktu pembayaran habis",
      body: `Tambahan untuk desain baru pesanan ${supplementOf} belum kami terima, jadi desain itu tidak kami teruskan. Pesanannya tetap ada: ubah lagi desainnya atau tulis kepada kami.`,
    }),
  },
  supplement_reminder: ({ supplementOf, total, deadline }) => ({
    subject: `Desain baru pesanan ${supplementOf} masih menunggu tambahan ${total}`,
    heading: "Tambahan desain belum dibayar",
    body: `Tambahan ${total} untuk desain baru pesanan ${supplementOf} belum kami terima. Bayar sebelum ${deadline}; setelah itu desain baru ini tidak kami teruskan. Selama belum dibayar, barang ini tidak kami cetak.`,
  }),
  awaiting_payment: ({ number, total, deadline }) => ({
    subject: `Pesanan ${number} menunggu pembayaran`,
    heading: "Menunggu pembayaran",
    body: `Kami sudah mencatat pesanan ${number}. Bayar ${total} sebelum ${deadline} agar barang Anda tetap kami sisihkan.`,
  }),
  placed_for_cash: ({ number, total, pickup }) => ({
    subject: `Pesanan ${number} kami siapkan, bayar ${pickup ? "saat diambil" : "di tempat"}`,
    heading: "Pesanan kami siapkan",
    body: pickup
      ? `Kami mulai menyiapkan pesanan ${number}. Siapkan uang tunai ${total} saat mengambilnya di ${pickup.place}. Kami kabari begitu siap.`
      : `Kami mulai menyiapkan pesanan ${number}. Siapkan uang tunai ${total} untuk kurir saat barang tiba.`,
  }),
  placed_for_nothing: ({ number }) => ({
    subject: `Pesanan ${number} kami siapkan`,
    heading: "Pesanan kami siapkan",
    body: `Kami mulai menyiapkan pesanan ${number}. Tidak ada yang perlu dibayar.`,
  }),
  paid: ({ number }) => ({
    subject: `Pembayaran pesanan ${number} kami terima`,
    heading: "Lunas, terima kasih",
    body: `Pembayaran untuk pesanan ${number} sudah kami terima. Kami mulai menyiapkannya.`,
  }),
  shipped: ({ number, courier, tracking, pickup }) =>
    pickup
      ? {
          subject: `Pesanan ${number} siap diambil`,
          heading: "Siap diambil",
          body: `Pesanan ${number} siap diambil di ${pickup.place}.${pickup.hours ? ` Jam buka: ${pickup.hours}.` : ""} Sebutkan nomor pesanan ini kepada tim kami.`,
        }
      : {
          subject: `Pesanan ${number} dikirim`,
          heading: "Pesanan Anda dikirim",
          body: `Pesanan ${number} berangkat dengan ${courier}${tracking ? `, nomor resi ${tracking}` : ""}.`,
        },
  tracking_corrected: ({ number, courier, tracking }) => ({
    subject: `Nomor resi pesanan ${number} diperbaiki`,
    heading: "Nomor resi diperbaiki",
    body: `Nomor resi yang benar untuk pesanan ${number}: ${courier}, ${tracking}. Abaikan nomor di email sebelumnya.`,
  }),
  not_shipped: ({ number, pickup }) =>
    pickup
      ? {
          subject: `Ralat: pesanan ${number} belum siap diambil`,
          heading: "Belum siap diambil",
          body: `Email kami sebelumnya keliru: pesanan ${number} belum siap diambil. Mohon datang setelah kami kabari lagi.`,
        }
      : {
          subject: `Ralat: pesanan ${number} belum dikirim`,
          heading: "Belum dikirim",
          body: `Email kami sebelumnya keliru: paket pesanan ${number} dengan barang di bawah ini belum berangkat. Kami kabari lagi begitu dikirim.`,
        },
  address_changed: ({ number, to }) => ({
    subject: `Alamat pesanan ${number} diubah`,
    heading: "Alamat diubah",
    body: `Alamat kirim pesanan ${number} kami ubah menjadi:\n${to}\n\nBila keliru, balas email ini sebelum pesanan dikirim.`,
  }),
  delivered: ({ number, pickup }) => ({
    subject: `Pesanan ${number} sudah ${pickup ? "diambil" : "sampai"}`,
    heading: pickup ? "Pesanan Anda sudah diambil" : "Pesanan Anda sampai",
    body: `Pesanan ${number} tercatat sudah ${pickup ? "diambil" : "diterima"}. Bila ada yang kurang, laporkan di halaman pesanan.`,
  }),
  not_delivered: ({ number, pickup }) => ({
    subject: `Ralat: pesanan ${number} belum ${pickup ? "diambil" : "diterima"}`,
    heading: pickup ? "Belum diambil" : "Belum diterima",
    body: `Email kami sebelumnya keliru: pesanan ${number} belum ${pickup ? "diambil" : "sampai"}. Anda tidak perlu melakukan apa pun.`,
  }),
  canceled: ({ number, money }) => ({
    subject: `Pesanan ${number} dibatalkan`,
    heading: "Pesanan dibatalkan",
    body: {
      none: `Pesanan ${number} sudah dibatalkan dan tidak perlu dibayar.`,
      kept: `Pesanan ${number} sudah dibatalkan. Hubungi kami bila ada pertanyaan tentang pembayaran Anda.`,
      refunded: `Pesanan ${number} sudah dibatalkan. Dana Anda kami kembalikan dan kami kabari lagi begitu dananya kami transfer.`,
    }[money],
  }),
  expired: ({ number }) => ({
    subject: `Waktu pembayaran pesanan ${number} habis`,
    heading: "Waktu pembayaran habis",
    body: `Pesanan ${number} tidak kami teruskan karena pembayarannya belum kami terima. Anda dapat memesan lagi kapan saja.`,
  }),
  refund_account: ({ number, amount }) => ({
    subject: `Ke rekening mana ${amount} kami kembalikan?`,
    heading: "Isi rekening Anda",
    body: `Dana untuk pesanan ${number} sebesar ${amount} kami kembalikan lewat transfer bank. Buka pesanan Anda dan isi rekening tujuannya. Kami tidak pernah menanyakan PIN atau kode lewat email.`,
  }),
  refund_account_given: ({ number, amount, bank, lastDigits }) => ({
    subject: `Rekening pengembalian pesanan ${number} diisi`,
    heading: "Rekening pengembalian diisi",
    body: `Dana ${amount} untuk pesanan ${number} akan kami transfer ke rekening ${bank} yang berakhiran ${lastDigits}. Bukan Anda? Segera ganti kata sandi Anda, keluarkan semua perangkat lain, isi rekening yang benar di pesanan Anda, lalu hubungi kami.`,
  }),
  refunded: ({ number, amount, channel }) => ({
    subject: `${amount} untuk pesanan ${number} dikembalikan`,
    heading: "Dana dikembalikan",
    body: {
      by_hand: `Kami sudah mengembalikan ${amount} untuk pesanan ${number} langsung kepada Anda.`,
      bank_transfer: `Kami sudah mentransfer ${amount} untuk pesanan ${number} ke rekening Anda.`,
      original: `Kami sudah mengembalikan ${amount} untuk pesanan ${number} melalui cara bayar yang sama. Bank dapat memerlukan beberapa hari kerja sampai dananya terlihat.`,
    }[channel],
  }),
};
