import { defineMessages } from "#app/messages/define-messages.ts";
import type { ReturnTerms } from "#shop/returns/return-terms.server.ts";

const id = {
  claims: ({ claim_days }: ReturnTerms) =>
    claim_days === 0
      ? "Salah cetak, rusak di jalan, atau salah kirim: hubungi kami begitu paket diterima, dengan foto dan nomor pesanan."
      : `Salah cetak, rusak di jalan, atau salah kirim: ajukan di halaman pesanan paling lambat ${claim_days} hari setelah paket diterima, dengan foto. Kami kirim pengganti atau kembalikan uang Anda, termasuk ongkirnya.`,
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
  personalised:
    "Barang dengan nama atau gambar Anda dibuat khusus untuk Anda, jadi tidak dapat dikembalikan karena berubah pikiran. Bila cetakannya salah, tetap kami ganti.",
  headings: { claims: "Bila ada yang salah", returns: "Bila Anda berubah pikiran" },
};

const en: typeof id = {
  claims: ({ claim_days }) =>
    claim_days === 0
      ? "Misprinted, damaged on the way, or the wrong thing: contact us as soon as the shipment arrives, with a photo and the order number."
      : `Misprinted, damaged on the way, or the wrong thing: report it on the order's page within ${days(claim_days)} of receiving the shipment, with a photo. We send another or return your money, delivery included.`,
  returns: ({ return_days }) =>
    return_days === 0
      ? "What you have received cannot be returned for a change of mind."
      : `Pieces without your name or picture can be returned within ${days(return_days)} of receiving the shipment, as long as they are unused and whole. Ask on the order's page first.`,
  postage: ({ return_days, return_postage }) =>
    return_days === 0
      ? []
      : [
          return_postage === "buyer"
            ? "You pay the postage of what you return for a change of mind."
            : "We pay the postage of what you return.",
        ],
  counted: ({ transit_days }) =>
    `A shipment that was not marked as received counts as arrived ${days(transit_days)} after it was sent.`,
  personalised:
    "Pieces with your name or picture are made for you and cannot be returned for a change of mind. If the print is faulty we replace them all the same.",
  headings: { claims: "When something is wrong", returns: "When you change your mind" },
};

function days(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}

/**
 * Days and postage of returns as sentences, from the shop's settings. Built on the server, so that pages do not load
 * the sentences for other settings.
 */
export const { of: returnTermsWords } = defineMessages(id, en);
