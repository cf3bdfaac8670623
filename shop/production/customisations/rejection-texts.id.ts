import type { Rejection } from "./rejection.ts";

/** Why a design is rejected, and the way out. Apart by language: pages load the one that is read. */
export const rejectionTextsId: Readonly<Record<Rejection, string>> = {
  copyright:
    "Gambar atau tulisannya dilindungi hak cipta. Kirim bukti izinnya, pakai karya sendiri, atau minta dana Anda kembali.",
  trademark:
    "Desain memuat merek orang lain. Kirim izin pemilik merek, ganti bagian itu, atau minta dana Anda kembali.",
  state_symbol:
    "Lambang negara tidak boleh dipakai pada barang ini. Ganti bagian itu, atau minta dana Anda kembali.",
  pornography:
    "Desain memuat pornografi, yang tidak kami cetak. Ganti desainnya, atau minta dana Anda kembali.",
  hatred: "Desain menyerang orang atau kelompok. Ganti bagian itu, atau minta dana Anda kembali.",
  personal_data:
    "Desain memuat data pribadi orang lain. Kirim persetujuannya, hapus datanya, atau minta dana Anda kembali.",
  quality:
    "Hasil cetaknya tidak akan bagus. Kirim gambar yang lebih tajam, minta kami merapikan, atau minta dana Anda kembali.",
};
