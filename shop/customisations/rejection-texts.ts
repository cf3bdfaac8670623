import type { Rejection } from "./rejection.ts";

type Texts = Readonly<Record<Rejection, string>>;

/** Why a design is rejected, and the way out. Apart by language: pages load the one that is read. */
export const rejectionTextsId: Texts = {
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

export const rejectionTextsEn: Texts = {
  copyright:
    "Its picture or text is protected by copyright. Send proof of the permission, use your own work, or ask for your money back.",
  trademark:
    "The design shows a trademark of somebody else. Send the owner's permission, change that part, or ask for your money back.",
  state_symbol:
    "The state emblem may not be used on these goods. Change that part, or ask for your money back.",
  pornography:
    "The design shows pornography, which we do not print. Change the design, or ask for your money back.",
  hatred: "The design attacks people or a group. Change that part, or ask for your money back.",
  personal_data:
    "The design shows personal data of somebody else. Send their consent, remove the data, or ask for your money back.",
  quality:
    "It would not print well. Send a sharper picture, let us tidy it, or ask for your money back.",
};
