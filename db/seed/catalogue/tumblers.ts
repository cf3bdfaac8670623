import { choice, colour, product, t } from "./build.ts";
import type { SeedProduct, SeedSection } from "./types.ts";

const volume = choice("size", t("Ukuran", "Size"), { "500": "500 ml", "750": "750 ml" });
const bigger = { add: { "750": 30000 }, heavier: { "750": 95 } };

const steel = (id: string, en: string): SeedSection => ({
  heading: t("Bahan dan cetak", "Material and print"),
  body: t(id, en),
});
const size: SeedSection = {
  heading: t("Ukuran", "Dimensions"),
  body: t(
    "500 ml: tinggi 225 mm, diameter 70 mm. 750 ml: tinggi 265 mm, diameter 76 mm. Muat di tempat gelas mobil.",
    "500 ml: 225 mm high, 70 mm across. 750 ml: 265 mm high, 76 mm across. Both fit a car cup holder.",
  ),
};
const care: SeedSection = {
  heading: t("Perawatan", "Care"),
  body: t(
    "Cuci tangan dengan sikat botol, jangan masukkan ke microwave atau freezer. Buka tutup saat disimpan.",
    "Wash by hand with a bottle brush; not for the microwave or freezer. Store with the lid off.",
  ),
};

export const tumblers: SeedProduct[] = [
  product({
    slug: "tumbler-parang",
    category: "tumbler",
    code: "TUM-PRG",
    name: t("Tumbler Parang", "Parang Tumbler"),
    summary: t(
      "Botol baja dinding ganda dengan pita parang yang naik memutar.",
      "A double-walled steel bottle with a band of parang spiralling up.",
    ),
    description: [
      t(
        "Parang naik dari dasar ke leher dalam satu putaran. Dicetak langsung di lapisan bubuk, jadi tidak terkelupas seperti stiker.",
        "Parang climbs from base to neck in a single turn. It is printed straight onto the powder coat, so it cannot peel like a sticker.",
      ),
      t("Panas 8 jam, dingin 18 jam.", "Hot for 8 hours, cold for 18."),
    ],
    sections: [
      steel(
        "Baja tahan karat 304 dinding ganda vakum, lapisan bubuk doff. Cetak UV putar.",
        "Double-walled vacuum 304 stainless steel with a matt powder coat. Rotary UV print.",
      ),
      size,
      care,
    ],
    options: [colour("putih", "tinta")],
    price: 159000,
    weight: 310,
    stock: [54, 39],
    front: t(
      "Tumbler putih dengan pita parang cokelat memutar",
      "White tumbler with a spiralling band of brown parang",
    ),
    scene: t(
      "Tumbler parang di meja kayu bersama kain dan daun",
      "Parang tumbler on a wooden board with a leaf",
    ),
    personalisable: true,
    packed: [250, 85, 85],
    tags: ["batik", "parang", "minum"],
    publishedAt: "2025-04-15",
  }),
  product({
    slug: "tumbler-truntum",
    category: "tumbler",
    code: "TUM-TRM",
    name: t("Tumbler Truntum", "Truntum Tumbler"),
    summary: t(
      "Taburan bintang truntum di atas biru karbon, tutup putar anti tumpah.",
      "Scattered truntum stars on carbon blue, with a leakproof screw lid.",
    ),
    description: [
      t(
        "Bintangnya rapat di dasar dan makin jarang ke atas, seperti langit yang mulai terang.",
        "The stars crowd the base and thin towards the top, like a sky just before dawn.",
      ),
      t(
        "Tutupnya berlapis silikon dan bisa dibuka dengan satu tangan.",
        "The lid has a silicone seal and opens with one hand.",
      ),
    ],
    sections: [
      steel(
        "Baja tahan karat 304 dinding ganda vakum. Ukir laser pada lapisan bubuk.",
        "Double-walled vacuum 304 stainless steel. Laser-engraved powder coat.",
      ),
      size,
      care,
    ],
    options: [colour("karbon", "soga")],
    price: 165000,
    weight: 310,
    stock: [61, 0],
    front: t(
      "Tumbler biru karbon dengan taburan bintang truntum",
      "Carbon-blue tumbler scattered with truntum stars",
    ),
    scene: t("Tumbler truntum di atas papan kayu", "Truntum tumbler on a wooden board"),
    packed: [250, 85, 85],
    tags: ["batik", "truntum", "minum", "hadiah"],
    publishedAt: "2025-10-14",
  }),
  product({
    slug: "tumbler-minum-dulu",
    category: "tumbler",
    code: "TUM-MNM",
    name: t("Tumbler Minum Dulu", "Minum Dulu Tumbler"),
    summary: t(
      "Pengingat minum air yang tidak menggurui, huruf tegak dari bawah ke atas.",
      "A water reminder that does not nag, lettered from bottom to top.",
    ),
    description: [
      t(
        "“Minum dulu” dicetak tegak setinggi botol, dengan garis takaran tiap 100 ml di sisi kanan.",
        "“Minum dulu” (“drink first”) runs the height of the bottle, with a mark every 100 ml on the right.",
      ),
      t("Tulisannya tidak luntur saat dicuci.", "The lettering does not wash off."),
    ],
    sections: [
      steel(
        "Baja tahan karat 304 dinding ganda vakum, lapisan bubuk doff. Cetak UV.",
        "Double-walled vacuum 304 stainless steel with a matt powder coat. UV print.",
      ),
      size,
      care,
    ],
    options: [colour("putih", "hijau-muda", "merah-muda")],
    price: 149000,
    off: 26000,
    weight: 310,
    stock: [93, 58, 41],
    front: t(
      "Tumbler putih bertulisan Minum dulu secara tegak",
      "White tumbler lettered Minum dulu vertically",
    ),
    scene: t("Tumbler Minum dulu di meja bersama daun", "Minum dulu tumbler on a table"),
    personalisable: true,
    packed: [250, 85, 85],
    tags: ["tulisan", "minum", "personal"],
    publishedAt: "2026-03-24",
  }),
  product({
    slug: "tumbler-daun-pakis",
    category: "tumbler",
    code: "TUM-PKS",
    name: t("Tumbler Daun Pakis", "Fern Tumbler"),
    summary: t(
      "Pakis tumbuh dari dasar botol, garis putih di atas hijau daun.",
      "Ferns growing from the base, white lines on leaf green.",
    ),
    description: [
      t(
        "Tujuh helai pakis dengan tinggi berbeda mengelilingi botol, sehingga tiap sisi punya gambar sendiri.",
        "Seven fronds of different heights go round the bottle, so each side has its own picture.",
      ),
      t(
        "Permukaannya doff dan tidak licin saat basah.",
        "The surface is matt and keeps its grip when wet.",
      ),
    ],
    sections: [
      steel(
        "Baja tahan karat 304 dinding ganda vakum. Ukir laser.",
        "Double-walled vacuum 304 stainless steel. Laser engraved.",
      ),
      size,
      care,
    ],
    options: [colour("hijau", "krem")],
    price: 159000,
    weight: 310,
    stock: [47, 33],
    front: t(
      "Tumbler hijau daun dengan gambar pakis putih",
      "Leaf-green tumbler with white fern drawings",
    ),
    scene: t("Tumbler pakis di atas papan kayu", "Fern tumbler on a wooden board"),
    packed: [250, 85, 85],
    tags: ["tanaman", "minum"],
    publishedAt: "2026-05-12",
  }),
  product({
    slug: "tumbler-yogyakarta",
    category: "tumbler",
    code: "TUM-YGY",
    name: t("Tumbler Yogyakarta", "Yogyakarta Tumbler"),
    summary: t(
      "Tugu, andong, dan pohon beringin dalam deretan garis yang mengelilingi botol.",
      "The Tugu, hills and banyan trees in a line that circles the bottle.",
    ),
    description: [
      t(
        "Pemandangan dari utara ke selatan dalam satu garis: gunung, Tugu, beringin kembar.",
        "A view from north to south in one line: the mountain, the Tugu, the twin banyans.",
      ),
      t(
        "Ukuran 750 ml cukup untuk satu hari berkeliling kota.",
        "The 750 ml size lasts a whole day of walking the city.",
      ),
    ],
    sections: [
      steel(
        "Baja tahan karat 304 dinding ganda vakum, lapisan bubuk krem. Cetak UV putar.",
        "Double-walled vacuum 304 stainless steel with a cream powder coat. Rotary UV print.",
      ),
      size,
      care,
    ],
    options: [volume],
    price: 155000,
    ...bigger,
    weight: 310,
    stock: [52, 0],
    front: t(
      "Tumbler krem dengan gambar Tugu Yogyakarta",
      "Cream tumbler with a drawing of the Yogyakarta Tugu",
    ),
    scene: t("Tumbler Yogyakarta di atas papan kayu", "Yogyakarta tumbler on a wooden board"),
    personalisable: true,
    packed: [290, 90, 90],
    tags: ["kota", "yogyakarta", "minum", "oleh-oleh"],
    publishedAt: "2025-12-16",
  }),
  product({
    slug: "tumbler-nama-anda",
    category: "tumbler",
    code: "TUM-NAM",
    name: t("Tumbler Nama Anda", "Your Name Tumbler"),
    summary: t(
      "Nama Anda diukir laser pada botol baja, tidak pudar dan tidak terkelupas.",
      "Your name laser-engraved on a steel bottle; it cannot fade or peel.",
    ),
    description: [
      t(
        "Tulis hingga 14 huruf, pilih salah satu dari empat jenis huruf, dan lihat hasilnya langsung di pratinjau.",
        "Write up to 14 letters, choose one of four typefaces and see it at once in the preview.",
      ),
      t(
        "Untuk bingkisan kantor, logo dapat diukir di sisi belakang tanpa biaya pelat.",
        "For company gifts, a logo can be engraved on the back with no plate fee.",
      ),
    ],
    sections: [
      steel(
        "Baja tahan karat 304 dinding ganda vakum, lapisan bubuk doff. Ukir laser serat 20 W.",
        "Double-walled vacuum 304 stainless steel with a matt powder coat. 20 W fibre laser.",
      ),
      size,
      care,
    ],
    options: [colour("tinta", "putih", "merah"), volume],
    price: 169000,
    ...bigger,
    weight: 310,
    stock: [88, 46, 75, 40, 31, 4],
    front: t(
      "Tumbler warna tinta dengan nama Bima terukir",
      "Ink-coloured tumbler engraved with the name Bima",
    ),
    scene: t("Tumbler bernama Bima di atas papan kayu", "Tumbler named Bima on a wooden board"),
    personalisable: true,
    packed: [290, 90, 90],
    tags: ["personal", "nama", "minum", "hadiah"],
    publishedAt: "2025-03-11",
  }),
];
