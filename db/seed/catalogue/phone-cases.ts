import { choice, product, t } from "./build.ts";
import type { SeedProduct, SeedSection } from "./types.ts";

const models = choice("model", t("Tipe ponsel", "Phone model"), {
  ip15: "iPhone 15",
  ip16: "iPhone 16",
  s24: "Galaxy S24",
  rn13: "Redmi Note 13",
});

const shell = (id: string, en: string): SeedSection => ({
  heading: t("Bahan dan cetak", "Material and print"),
  body: t(id, en),
});
const size: SeedSection = {
  heading: t("Ukuran", "Fit"),
  body: t(
    "Tebal 1,6 mm, bibir layar 1,2 mm dan bibir kamera 0,8 mm. Pastikan tipe ponsel sesuai; casing tidak dapat dipakai silang.",
    "1.6 mm thick, with a 1.2 mm lip around the screen and 0.8 mm around the camera. Check your model; cases are not interchangeable.",
  ),
};
const care: SeedSection = {
  heading: t("Perawatan", "Care"),
  body: t(
    "Lap dengan kain lembap dan sedikit sabun. Hindari alkohol di atas 70% pada sisi cetak.",
    "Wipe with a damp cloth and a little soap. Keep alcohol above 70% off the printed side.",
  ),
};
const hard = shell(
  "Polikarbonat dengan tepi TPU lentur. Cetak sublimasi 3D hingga ke sisi, permukaan doff.",
  "Polycarbonate with a flexible TPU edge. 3D sublimation print round the sides, matt finish.",
);
const clear = shell(
  "Polikarbonat daur ulang 50% dengan tepi TPU. Cetak UV dengan lapisan pelindung kilap lembut.",
  "50% recycled polycarbonate with a TPU edge. UV print under a soft-gloss top coat.",
);

export const phoneCases: SeedProduct[] = [
  product({
    slug: "casing-kawung",
    category: "casing-ponsel",
    code: "CSG-KWG",
    name: t("Casing Kawung", "Kawung Phone Case"),
    summary: t(
      "Kawung krem di atas biru karbon, rapat sampai ke tepi.",
      "Cream kawung on carbon blue, close-set to the edge.",
    ),
    description: [
      t(
        "Skala motifnya kecil supaya tetap utuh di sekitar kamera, apa pun tipe ponselnya.",
        "The pattern is small in scale so that it stays whole around the camera on any model.",
      ),
      t(
        "Permukaannya doff dan tidak menyimpan bekas jari.",
        "The matt surface does not hold fingerprints.",
      ),
    ],
    sections: [hard, size, care],
    options: [models],
    price: 99000,
    weight: 45,
    stock: [44, 38, 27, 51],
    front: t(
      "Casing ponsel biru karbon bermotif kawung krem",
      "Carbon-blue phone case with cream kawung",
    ),
    scene: t(
      "Casing kawung bersandar pada bongkah kayu di samping kunci",
      "Kawung case leaning on a wooden block beside keys",
    ),
    personalisable: true,
    packed: [180, 100, 18],
    tags: ["batik", "kawung", "ponsel"],
    publishedAt: "2025-04-29",
  }),
  product({
    slug: "casing-mega-mendung",
    category: "casing-ponsel",
    code: "CSG-MGM",
    name: t("Casing Mega Mendung", "Mega Mendung Phone Case"),
    summary: t(
      "Awan merah dan merah muda bertumpuk dari bawah, langit kosong di atas.",
      "Red and pink clouds piled from below, with empty sky above.",
    ),
    description: [
      t(
        "Versi merah dari mega mendung, seperti kain Cirebon untuk perayaan. Bagian atas kami biarkan polos di sekitar kamera.",
        "Mega mendung in red, like the Cirebon cloth worn for celebrations. We left the top plain around the camera.",
      ),
      t(
        "Cetakannya melipat sampai ke sisi, jadi warna tidak berhenti di tepi.",
        "The print folds over the sides, so the colour does not stop at the edge.",
      ),
    ],
    sections: [hard, size, care],
    options: [models],
    price: 99000,
    weight: 45,
    stock: [36, 29, 3, 40],
    front: t(
      "Casing ponsel dengan awan mega mendung merah muda dan merah",
      "Phone case with pink and red mega mendung clouds",
    ),
    scene: t("Casing mega mendung bersandar di samping kunci", "Mega mendung case beside keys"),
    packed: [180, 100, 18],
    tags: ["batik", "mega-mendung", "ponsel"],
    publishedAt: "2025-09-23",
  }),
  product({
    slug: "casing-anggrek-bulan",
    category: "casing-ponsel",
    code: "CSG-AGR",
    name: t("Casing Anggrek Bulan", "Moon Orchid Phone Case"),
    summary: t(
      "Satu tangkai anggrek bulan putih di atas hijau daun.",
      "A single spray of white moon orchid on leaf green.",
    ),
    description: [
      t(
        "Puspa pesona Indonesia, digambar dengan lima bunga yang mekar berurutan dari bawah.",
        "One of Indonesia’s national flowers, drawn with five blooms opening in turn from below.",
      ),
      t(
        "Urat kelopaknya tipis dan hanya terlihat dari dekat.",
        "The veins are fine and show only up close.",
      ),
    ],
    sections: [clear, size, care],
    options: [models],
    price: 105000,
    weight: 45,
    stock: [33, 41, 19, 0],
    front: t(
      "Casing ponsel hijau dengan tangkai anggrek bulan putih",
      "Green phone case with a spray of white moon orchid",
    ),
    scene: t("Casing anggrek bersandar pada bongkah kayu", "Orchid case leaning on a wooden block"),
    packed: [180, 100, 18],
    tags: ["tanaman", "ponsel"],
    publishedAt: "2026-04-28",
  }),
  product({
    slug: "casing-ngopi-dulu",
    category: "casing-ponsel",
    code: "CSG-NGP",
    name: t("Casing Ngopi Dulu", "Ngopi Dulu Phone Case"),
    summary: t(
      "Tulisan “Ngopi dulu” besar di atas kuning rangkap nota.",
      "“Ngopi dulu” set large on receipt-copy yellow.",
    ),
    description: [
      t(
        "Letakkan ponsel terbalik di meja dan biarkan casing ini yang berbicara.",
        "Put the phone face down on the table and let the case do the talking.",
      ),
      t(
        "Untuk huruf Anda sendiri ada Casing Inisial.",
        "For letters of your own there is the Initials Phone Case.",
      ),
    ],
    sections: [clear, size, care],
    options: [models],
    price: 95000,
    weight: 45,
    stock: [62, 55, 38, 70],
    front: t("Casing ponsel kuning bertulisan Ngopi dulu", "Yellow phone case lettered Ngopi dulu"),
    scene: t("Casing Ngopi dulu bersandar di samping kunci", "Ngopi dulu case leaning beside keys"),
    personalisable: true,
    packed: [180, 100, 18],
    tags: ["tulisan", "kopi", "ponsel", "personal"],
    publishedAt: "2025-07-29",
  }),
  product({
    slug: "casing-ceplok",
    category: "casing-ponsel",
    code: "CSG-CPL",
    name: t("Casing Ceplok", "Ceplok Phone Case"),
    summary: t(
      "Mawar ceplok terakota dan krem dalam kotak-kotak rapi.",
      "Terracotta and cream ceplok rosettes in tidy squares.",
    ),
    description: [
      t(
        "Tersusun enam kolom, dengan dua jenis mawar yang berselang. Warnanya mengikuti ubin teras rumah lama.",
        "Six columns with two alternating rosettes. The colours follow the porch tiles of old houses.",
      ),
      t(
        "Tepi TPU-nya sewarna krem dan tidak menguning selama masa garansi satu tahun.",
        "The cream TPU edge is covered against yellowing for one year.",
      ),
    ],
    sections: [hard, size, care],
    options: [models],
    price: 99000,
    weight: 45,
    stock: [25, 31, 22, 46],
    front: t(
      "Casing ponsel terakota bermotif ceplok krem",
      "Terracotta phone case with cream ceplok rosettes",
    ),
    scene: t("Casing ceplok bersandar pada bongkah kayu", "Ceplok case leaning on a wooden block"),
    packed: [180, 100, 18],
    tags: ["batik", "ceplok", "ponsel"],
    publishedAt: "2026-06-09",
  }),
  product({
    slug: "casing-inisial",
    category: "casing-ponsel",
    code: "CSG-INI",
    name: t("Casing Inisial", "Initials Phone Case"),
    summary: t(
      "Satu atau dua huruf Anda sebesar telapak, dalam tiga warna.",
      "One or two initials as big as your palm, in three colours.",
    ),
    description: [
      t(
        "Huruf disusun bertumpuk dengan nomor nota di pojok bawah, yang bisa Anda isi tanggal lahir.",
        "The letters are stacked, with a receipt number in the corner that can hold your birthday.",
      ),
      t(
        "Papan gambar memperlihatkan tempat kamera dari tipe ponsel yang dipilih.",
        "The drawing board shows where the camera of your model is.",
      ),
    ],
    sections: [clear, size, care],
    options: [models],
    price: 109000,
    weight: 45,
    stock: [72, 68, 45, 57],
    front: t(
      "Casing ponsel merah muda dengan inisial N dan A",
      "Pink phone case with the initials N and A",
    ),
    scene: t("Casing inisial bersandar di samping kunci", "Initials case leaning beside keys"),
    personalisable: true,
    packed: [180, 100, 18],
    tags: ["personal", "nama", "ponsel", "hadiah"],
    publishedAt: "2025-05-22",
  }),
];
