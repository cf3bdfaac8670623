import type { ReturnTerms } from "#shop/orders/returns/return-terms.server.ts";

export const id = {
  claims: ({ claim_days }: ReturnTerms) =>
    claim_days === 0
      ? "Cacat, rusak di jalan, atau salah kirim: hubungi kami begitu paket diterima, dengan foto dan nomor pesanan."
      : `Cacat, rusak di jalan, atau salah kirim: ajukan di halaman pesanan paling lambat ${claim_days} hari setelah paket diterima, dengan foto. Kami kirim pengganti atau kembalikan dana Anda, termasuk ongkirnya.`,
  returns: ({ return_days }: ReturnTerms) =>
    return_days === 0
      ? "Barang yang sudah diterima tidak dapat dikembalikan karena berubah pikiran."
      : `Barang tanpa nama atau gambar Anda dapat dikembalikan paling lambat ${return_days} hari setelah paket diterima, selama belum dipakai dan masih utuh. Ajukan dulu di halaman pesanan.`,
  postage: ({ return_days, return_postage }: ReturnTerms) =>
    return_days === 0
      ? []
      : [
          return_postage === "buyer"
            ? "Ongkir kembali karena berubah pikiran Anda yang bayar."
            : "Ongkir kembali kami yang bayar.",
        ],
  counted: ({ transit_days }: ReturnTerms) =>
    `Paket yang tidak ditandai diterima kami anggap tiba ${transit_days} hari setelah dikirim.`,
  personalised: ({ claim_days }: ReturnTerms) =>
    `Barang dengan nama atau gambar Anda dibuat khusus untuk Anda, jadi tidak dapat dikembalikan karena berubah pikiran. Bila salah cetak, rusak, atau berbeda dari desain yang Anda pesan atau setujui, kami cetak ulang atau kembalikan dana Anda. Ajukan di halaman pesanan ${claim_days === 0 ? "dalam dua hari kerja" : `paling lambat ${claim_days} hari, dan tidak pernah kurang dari dua hari kerja,`} setelah paket diterima.`,
  headings: { claims: "Bila ada yang salah", returns: "Bila Anda berubah pikiran" },
};
