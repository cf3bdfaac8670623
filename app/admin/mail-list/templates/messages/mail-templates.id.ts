import type { OwnTemplate } from "#shop/mailing/campaigns/write/own-templates.ts";
import type { TemplateProblem } from "#shop/mailing/campaigns/write/template.ts";

/** Templates of campaigns. */
export const id = {
  title: "Templat email",
  link: "Mulai dari templat",
  lead: "Templat menjadi draf baru dengan isi yang sama. Draf itu Anda ubah dan kirim; templatnya tetap.",
  readOnly:
    "Isi yang bisa dipakai memulai kampanye. Peran Anda boleh melihat kampanye, tetapi tidak mengirim: minta rekan yang boleh untuk memakainya.",
  saved: "Templat tim Anda",
  empty: "Belum ada. Buka sebuah kampanye, lalu simpan isinya sebagai templat.",
  own: "Siap pakai",
  ownTexts: {
    newsletter: "Cerita bulan ini, tiga produk terlaris, dan dua kolom.",
    voucher: "Kode khusus setiap penerima, lalu produk terlaris. Promonya dipilih di draf.",
    new_goods: "Sampai enam produk terbaru, dipilih saat pengiriman dimulai.",
  } satisfies Record<OwnTemplate, string>,
  both: "Indonesia dan Inggris",
  savedBy: (author: string, moment: string) => `Disimpan ${author}, ${moment}`,
  nobody: "akun yang sudah dihapus",
  use: "Pakai",
  useOf: (name: string) => `Pakai templat ${name}`,
  rename: "Ganti nama",
  renameOf: (name: string) => `Ganti nama templat ${name}`,
  name: "Nama templat",
  keepName: "Simpan nama",
  remove: "Hapus",
  removeOf: (name: string) => `Hapus templat ${name}`,
  removeTitle: (name: string) => `Hapus templat “${name}”?`,
  removeText:
    "Kampanye yang dimulai dari templat ini tetap ada. Tindakan ini tidak dapat dibatalkan.",
  keep: "Jangan hapus",
  save: "Simpan sebagai templat",
  saveHint: "Subjek dan isi semua bahasa ikut; penerima dan promonya tidak.",
  done: "Templat disimpan.",
  seeAll: "Lihat semua templat",
  problems: {
    invalid_input: "Ada isian yang salah.",
    required: "Isi namanya.",
    too_long: "Maksimal 80 huruf.",
    not_permitted: "Peran Anda tidak boleh mengirim email.",
    not_found: "Templat ini sudah tidak ada.",
    changed_meanwhile: "Orang lain baru saja mengubah templat ini. Muat ulang halaman.",
    template_name_taken: "Sudah ada templat dengan nama ini. Pilih nama lain.",
    template_empty: "Isi kampanye ini masih kosong.",
    too_many_templates: "Maksimal 100 templat. Hapus satu dulu.",
  } satisfies Record<TemplateProblem | "invalid_input" | "required" | "too_long", string>,
};
