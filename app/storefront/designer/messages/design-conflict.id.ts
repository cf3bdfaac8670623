export const id = {
  title: "Desain ini juga diubah di tempat lain",
  text: "Pilih yang mau dipakai. Menyimpan keduanya tidak menghapus apa-apa.",
  mine: "Yang di sini",
  theirs: "Yang tersimpan",
  useMine: "Pakai yang di sini",
  useTheirs: "Pakai yang tersimpan",
  both: "Simpan keduanya",
};
