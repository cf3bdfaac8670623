import { choice, colour, product, t } from "./build.ts";
import type { SeedProduct, SeedSection } from "./types.ts";

const sizes = choice("size", t("Ukuran", "Size"), {
  s: "S",
  m: "M",
  l: "L",
  xl: "XL",
  xxl: "XXL",
});
const fit = { add: { xxl: 10000 }, heavier: { l: 15, xl: 30, xxl: 45 } };

const cotton = (id: string, en: string): SeedSection => ({
  heading: t("Bahan dan cetak", "Material and print"),
  body: t(id, en),
});
const size: SeedSection = {
  heading: t("Ukuran", "Size guide"),
  body: t(
    "Lebar dada × panjang: S 48 × 68 cm, M 50 × 70 cm, L 52 × 72 cm, XL 55 × 74 cm, XXL 58 × 76 cm. Potongan reguler, toleransi 1–2 cm.",
    "Chest width × length: S 48 × 68 cm, M 50 × 70 cm, L 52 × 72 cm, XL 55 × 74 cm, XXL 58 × 76 cm. Regular fit, within 1–2 cm.",
  ),
};
const care: SeedSection = {
  heading: t("Perawatan", "Care"),
  body: t(
    "Cuci dingin dengan sisi dalam di luar, tanpa pemutih. Jemur di tempat teduh dan setrika dari balik gambar.",
    "Wash cold and inside out, without bleach. Dry in the shade and iron from behind the print.",
  ),
};

export const tShirts: SeedProduct[] = [
  product({
    slug: "kaos-pelan-pelan",
    category: "kaos",
    code: "KAO-PLN",
    name: t("Kaos Pelan-pelan", "Pelan-pelan T-shirt"),
    summary: t(
      "Kaos katun 24s dengan satu kata besar di dada: pelan-pelan.",
      "A 24s cotton T-shirt with one large word across the chest: take it slow.",
    ),
    description: [
      t(
        "Kata yang paling sering kami ucapkan di studio saat memasang film sablon. Hurufnya lebar dan rendah, dicetak rata setinggi dada.",
        "The word we say most in the workshop when lining up a screen. Wide, low letters, printed level across the chest.",
      ),
      t(
        "Tinta airnya meresap ke serat, jadi tidak ada lapisan kaku yang terasa di kulit.",
        "The water-based ink sinks into the fibre, so there is no stiff layer against the skin.",
      ),
    ],
    sections: [
      cotton(
        "100% katun combed 24s (180 gsm), leher rib 2 × 2. Sablon tinta air.",
        "100% combed cotton 24s (180 gsm) with a 2 × 2 rib neck. Water-based screen print.",
      ),
      size,
      care,
    ],
    options: [colour("putih", "tinta"), sizes],
    price: 119000,
    ...fit,
    weight: 190,
    stock: [32, 64, 71, 40, 12, 28, 52, 60, 33, 2],
    front: t(
      "Kaos putih dengan tulisan Pelan-pelan biru karbon di dada",
      "White T-shirt with Pelan-pelan in carbon blue across the chest",
    ),
    scene: t(
      "Kaos Pelan-pelan terlipat di atas papan kayu",
      "Pelan-pelan T-shirt folded on a wooden board",
    ),
    personalisable: true,
    packed: [300, 250, 25],
    tags: ["tulisan", "katun"],
    publishedAt: "2025-02-25",
    bestSellerRank: 4,
  }),
  product({
    slug: "kaos-kawung-saku",
    category: "kaos",
    code: "KAO-KWG",
    name: t("Kaos Kawung Saku", "Kawung Pocket T-shirt"),
    summary: t(
      "Satu petak kawung kecil di dada kiri, seukuran saku kemeja.",
      "One small square of kawung on the left chest, the size of a shirt pocket.",
    ),
    description: [
      t(
        "Untuk yang suka batik tetapi tidak ingin seluruh badan bermotif. Petaknya 9 × 10 cm, tepat di tempat saku biasanya dijahit.",
        "For those who love batik but not all over. The patch is 9 × 10 cm, exactly where a pocket is usually sewn.",
      ),
      t(
        "Motif dicetak, bukan ditempel, sehingga ikut lembut setelah beberapa kali cuci.",
        "It is printed, not applied, so it softens along with the shirt.",
      ),
    ],
    sections: [
      cotton(
        "100% katun combed 20s (200 gsm), jahitan rantai di bahu. Sablon discharge.",
        "100% combed cotton 20s (200 gsm) with chain-stitched shoulders. Discharge print.",
      ),
      size,
      care,
    ],
    options: [colour("putih", "soga"), sizes],
    price: 129000,
    ...fit,
    weight: 205,
    stock: [24, 46, 58, 35, 14, 18, 30, 41, 22, 0],
    front: t(
      "Kaos putih dengan petak kawung kecil di dada kiri",
      "White T-shirt with a small kawung square on the left chest",
    ),
    scene: t(
      "Kaos kawung terlipat rapi, petak motif di atas",
      "Kawung T-shirt neatly folded with the patch on top",
    ),
    packed: [300, 250, 28],
    tags: ["batik", "kawung", "katun"],
    publishedAt: "2025-06-03",
  }),
  product({
    slug: "kaos-yogyakarta",
    category: "kaos",
    code: "KAO-YGY",
    name: t("Kaos Yogyakarta", "Yogyakarta T-shirt"),
    summary: t(
      "Tugu, gunung, dan sepeda dalam satu lingkaran, warna cokelat soga.",
      "The Tugu monument, the mountain and a bicycle in one circle of soga brown.",
    ),
    description: [
      t(
        "Seri kota nomor tiga: Tugu di tengah, Merapi di utara, dan sepeda yang diparkir sebentar untuk minum wedang.",
        "Number three in the city series: the Tugu in the middle, Merapi to the north and a bicycle parked for a quick ginger drink.",
      ),
      t(
        "Lingkarannya berdiameter 24 cm dan dicetak satu warna, mengikuti cap toko lama di sekitar Malioboro.",
        "The circle is 24 cm across and printed in one colour, after the old shop stamps around Malioboro.",
      ),
    ],
    sections: [
      cotton(
        "100% katun combed 24s (180 gsm), warna krem tanpa pemutih. Sablon tinta air.",
        "100% combed cotton 24s (180 gsm) in unbleached cream. Water-based screen print.",
      ),
      size,
      care,
    ],
    options: [colour("krem"), sizes],
    price: 125000,
    ...fit,
    weight: 190,
    stock: [22, 48, 55, 31, 15],
    front: t(
      "Kaos krem dengan lingkaran bergambar Tugu Yogyakarta",
      "Cream T-shirt with a circle showing the Yogyakarta Tugu",
    ),
    scene: t(
      "Kaos Yogyakarta terlipat di atas papan kayu",
      "Yogyakarta T-shirt folded on a wooden board",
    ),
    packed: [300, 250, 25],
    tags: ["kota", "yogyakarta", "oleh-oleh", "katun"],
    publishedAt: "2025-08-05",
  }),
  product({
    slug: "kaos-mega-mendung",
    category: "kaos",
    code: "KAO-MGM",
    name: t("Kaos Mega Mendung", "Mega Mendung T-shirt"),
    summary: t(
      "Sebaris awan Cirebon melintang di dada, lima tingkat biru.",
      "A row of Cirebon clouds across the chest in five steps of blue.",
    ),
    description: [
      t(
        "Awan berlapis ini biasanya memenuhi kain. Kami mengambil satu baris saja dan memberinya ruang.",
        "These layered clouds usually fill a whole cloth. We took a single row and gave it room.",
      ),
      t(
        "Lima film sablon dipasang bergantian dengan selisih di bawah setengah milimeter.",
        "Five screens are printed one after another, registered to within half a millimetre.",
      ),
    ],
    sections: [
      cotton(
        "100% katun combed 24s (180 gsm). Sablon tinta air lima warna.",
        "100% combed cotton 24s (180 gsm). Five-colour water-based screen print.",
      ),
      size,
      care,
    ],
    options: [colour("karbon", "putih"), sizes],
    price: 139000,
    ...fit,
    off: 20000,
    weight: 195,
    stock: [20, 37, 44, 26, 12, 17, 39, 42, 3, 0],
    front: t(
      "Kaos biru karbon dengan awan mega mendung di dada",
      "Carbon-blue T-shirt with mega mendung clouds on the chest",
    ),
    scene: t(
      "Kaos mega mendung terlipat di atas papan kayu",
      "Mega mendung T-shirt folded on a wooden board",
    ),
    packed: [300, 250, 25],
    tags: ["batik", "mega-mendung", "cirebon", "katun"],
    publishedAt: "2025-11-11",
  }),
  product({
    slug: "kaos-hujan-sore",
    category: "kaos",
    code: "KAO-HJN",
    name: t("Kaos Hujan Sore", "Afternoon Rain T-shirt"),
    summary: t(
      "Tulisan “Hujan sore” di bawah garis hujan tipis, di atas hijau muda.",
      "“Hujan sore” (“afternoon rain”) under thin lines of rain, on pale green.",
    ),
    description: [
      t(
        "Untuk hari-hari ketika rencana dibatalkan cuaca dan tidak ada yang keberatan.",
        "For the days when the weather cancels your plans and nobody minds.",
      ),
      t(
        "Garis hujannya tidak seragam: tiap helai digambar dengan penggaris bambu, lalu dipindai.",
        "The lines of rain are not uniform: each was ruled with a bamboo straight-edge and then scanned.",
      ),
    ],
    sections: [
      cotton(
        "100% katun combed 24s (180 gsm), celup reaktif. Sablon tinta air dua warna.",
        "100% combed cotton 24s (180 gsm), reactive dyed. Two-colour water-based screen print.",
      ),
      size,
      care,
    ],
    options: [colour("hijau-muda"), sizes],
    price: 119000,
    ...fit,
    weight: 190,
    stock: [18, 36, 42, 27, 13],
    front: t(
      "Kaos hijau muda dengan tulisan Hujan sore dan garis hujan",
      "Pale green T-shirt with Hujan sore and lines of rain",
    ),
    scene: t(
      "Kaos Hujan sore terlipat di atas papan kayu",
      "Hujan sore T-shirt folded on a wooden board",
    ),
    personalisable: true,
    packed: [300, 250, 25],
    tags: ["tulisan", "katun"],
    publishedAt: "2026-02-03",
  }),
  product({
    slug: "kaos-pisang-hias",
    category: "kaos",
    code: "KAO-HLC",
    name: t("Kaos Pisang Hias", "Heliconia T-shirt"),
    summary: t(
      "Bunga pisang hias digambar garis, merah cap dan hijau daun.",
      "A heliconia in line work, stamp red and leaf green.",
    ),
    description: [
      t(
        "Pisang hias tumbuh di hampir setiap halaman di Bogor. Kami menggambarnya tegak, seperti lembar herbarium.",
        "Heliconia grows in almost every yard in Bogor. We drew it upright, like a herbarium sheet.",
      ),
      t(
        "Nama latin dan nama daerahnya ditulis kecil di sisi bawah.",
        "Its Latin and local names are written small along the bottom.",
      ),
    ],
    sections: [
      cotton(
        "100% katun combed 24s (180 gsm). Sablon tinta air dua warna.",
        "100% combed cotton 24s (180 gsm). Two-colour water-based screen print.",
      ),
      size,
      care,
    ],
    options: [colour("krem"), sizes],
    price: 125000,
    ...fit,
    weight: 190,
    stock: [16, 33, 38, 24, 12],
    front: t(
      "Kaos krem dengan gambar bunga pisang hias merah",
      "Cream T-shirt with a drawing of a red heliconia",
    ),
    scene: t(
      "Kaos pisang hias terlipat di atas papan kayu",
      "Heliconia T-shirt folded on a wooden board",
    ),
    packed: [300, 250, 25],
    tags: ["tanaman", "katun"],
    publishedAt: "2026-04-14",
  }),
  product({
    slug: "kaos-nama-tim",
    category: "kaos",
    code: "KAO-TIM",
    name: t("Kaos Nama Tim", "Team Name T-shirt"),
    summary: t(
      "Nama tim melengkung di atas nomor punggung, dengan nama tiap orang.",
      "Your team’s name arched over a number, with each person’s own name.",
    ),
    description: [
      t(
        "Untuk futsal kantor, panitia acara, atau keluarga besar. Tulis nama tim sekali, lalu isi daftar nama dan nomor; kami menyusunnya per ukuran.",
        "For office futsal, event crews or the whole family. Write the team’s name once, then list names and numbers; we sort them by size.",
      ),
      t(
        "Mulai dari satu helai. Di atas 12 helai, pengerjaan tetap tiga hari kerja.",
        "From a single shirt. Orders above 12 still take three working days.",
      ),
    ],
    sections: [
      cotton(
        "100% katun combed 24s (180 gsm). Cetak langsung ke kain (DTG) dengan tinta putih di warna gelap.",
        "100% combed cotton 24s (180 gsm). Direct-to-garment print, with white ink on dark shades.",
      ),
      size,
      care,
    ],
    options: [colour("putih", "tinta", "merah"), sizes],
    price: 149000,
    ...fit,
    weight: 190,
    stock: [60, 110, 128, 84, 40, 52, 96, 104, 71, 29, 26, 47, 55, 32, 1],
    front: t(
      "Kaos putih dengan nama tim Garuda Futsal dan nomor 10",
      "White T-shirt with the team name Garuda Futsal and number 10",
    ),
    scene: t(
      "Kaos nama tim terlipat dengan nomor terlihat di atas",
      "Team T-shirt folded with the number on top",
    ),
    personalisable: true,
    packed: [300, 250, 25],
    tags: ["personal", "tim", "acara", "katun"],
    publishedAt: "2025-05-06",
    bestSellerRank: 10,
  }),
];
