import { choice, product, t } from "./build.ts";
import type { SeedProduct, SeedSection } from "./types.ts";

const sizes = choice("size", t("Ukuran", "Size"), {
  a4: "A4",
  a3: "A3",
  b2: "50 × 70 cm",
});
const larger = { add: { a3: 30000, b2: 80000 }, heavier: { a3: 60, b2: 190 } };

const paper = (id: string, en: string): SeedSection => ({
  heading: t("Bahan dan cetak", "Material and print"),
  body: t(id, en),
});
const size: SeedSection = {
  heading: t("Ukuran", "Dimensions"),
  body: t(
    "A4: 21 × 29,7 cm. A3: 29,7 × 42 cm. Besar: 50 × 70 cm. Bingkai dan penjepit di foto tidak termasuk.",
    "A4: 21 × 29.7 cm. A3: 29.7 × 42 cm. Large: 50 × 70 cm. The frame and hanger in the photographs are not included.",
  ),
};
const care: SeedSection = {
  heading: t("Pengiriman dan perawatan", "Delivery and care"),
  body: t(
    "Digulung dalam tabung karton tebal dengan kertas pelindung. Biarkan terbuka rata semalam sebelum dibingkai.",
    "Rolled in a stout card tube with tissue. Let it lie flat overnight before framing.",
  ),
};

export const posters: SeedProduct[] = [
  product({
    slug: "poster-mega-mendung",
    category: "poster",
    code: "PST-MGM",
    name: t("Poster Mega Mendung", "Mega Mendung Poster"),
    summary: t(
      "Awan Cirebon memenuhi lembar, dari biru pucat sampai biru malam.",
      "Cirebon clouds fill the sheet, from pale blue to night.",
    ),
    description: [
      t(
        "Enam lapis biru, satu film untuk tiap lapis. Dari jauh tampak seperti cuaca; dari dekat terlihat tepi setiap lapisan.",
        "Six layers of blue, one plate for each. From afar it looks like weather; up close you can follow every edge.",
      ),
      t(
        "Garis putih tipis mengelilingi gambar agar tetap bernapas di dalam bingkai.",
        "A thin white margin lets the picture breathe inside its frame.",
      ),
    ],
    sections: [
      paper(
        "Kertas seni 230 gsm bebas asam. Cetak giclée tinta pigmen.",
        "Acid-free 230 gsm art paper. Giclée print with pigment inks.",
      ),
      size,
      care,
    ],
    options: [sizes],
    price: 49000,
    ...larger,
    weight: 120,
    stock: [90, 64, 22],
    front: t(
      "Poster awan mega mendung biru dalam bingkai kayu di dinding",
      "Blue mega mendung cloud poster in a wooden frame on a wall",
    ),
    scene: t(
      "Poster mega mendung digantung dengan penjepit kayu, bayangan daun di dinding",
      "Mega mendung poster on a wooden hanger with leaf shadows on the wall",
    ),
    packed: [540, 80, 80],
    tags: ["batik", "mega-mendung", "dinding"],
    publishedAt: "2025-02-18",
  }),
  product({
    slug: "poster-jakarta",
    category: "poster",
    code: "PST-JKT",
    name: t("Poster Jakarta", "Jakarta Poster"),
    summary: t(
      "Jakarta saat lampu mulai menyala: Monas, menara, dan rel layang.",
      "Jakarta as the lights come on: Monas, the towers and the elevated line.",
    ),
    description: [
      t(
        "Versi besar dari garis langit di mug kami, dengan matahari merah cap di belakang Monas.",
        "The full version of the skyline on our mug, with a stamp-red sun behind Monas.",
      ),
      t(
        "Bidang warnanya rata, seperti poster perjalanan tahun enam puluhan.",
        "Flat areas of colour, like a travel poster from the sixties.",
      ),
    ],
    sections: [
      paper(
        "Kertas tanpa lapisan 200 gsm. Cetak offset lima warna khusus.",
        "Uncoated 200 gsm paper. Offset print in five spot colours.",
      ),
      size,
      care,
    ],
    options: [sizes],
    price: 49000,
    ...larger,
    weight: 110,
    stock: [104, 71, 35],
    front: t(
      "Poster Jakarta berbingkai dengan Monas dan matahari merah",
      "Framed Jakarta poster with Monas and a red sun",
    ),
    scene: t(
      "Poster Jakarta digantung di dinding dengan penjepit kayu",
      "Jakarta poster hanging on a wall from a wooden hanger",
    ),
    packed: [540, 80, 80],
    tags: ["kota", "jakarta", "dinding", "oleh-oleh"],
    publishedAt: "2025-06-22",
  }),
  product({
    slug: "poster-bandung",
    category: "poster",
    code: "PST-BDG",
    name: t("Poster Bandung", "Bandung Poster"),
    summary: t(
      "Gedung Sate di kaki gunung, dengan hujan pukul tiga sore.",
      "Gedung Sate at the foot of the mountains, in three o’clock rain.",
    ),
    description: [
      t(
        "Hijau, kuning pucat, dan biru karbon. Hujannya satu-satunya garis miring di seluruh gambar.",
        "Green, pale yellow and carbon blue. The rain is the only slanting line in the picture.",
      ),
      t(
        "Pasangan yang baik untuk poster Jakarta dan Yogyakarta; ketiganya memakai tinggi cakrawala yang sama.",
        "It hangs well with Jakarta and Yogyakarta; all three share one horizon.",
      ),
    ],
    sections: [
      paper(
        "Kertas tanpa lapisan 200 gsm. Cetak offset lima warna khusus.",
        "Uncoated 200 gsm paper. Offset print in five spot colours.",
      ),
      size,
      care,
    ],
    options: [sizes],
    price: 49000,
    ...larger,
    weight: 110,
    stock: [82, 57, 18],
    front: t(
      "Poster Bandung berbingkai dengan Gedung Sate dan gunung",
      "Framed Bandung poster with Gedung Sate and mountains",
    ),
    scene: t("Poster Bandung pada gantungan kayu", "Bandung poster on a wooden hanger"),
    packed: [540, 80, 80],
    tags: ["kota", "bandung", "dinding"],
    publishedAt: "2025-08-17",
  }),
  product({
    slug: "poster-yogyakarta",
    category: "poster",
    code: "PST-YGY",
    name: t("Poster Yogyakarta", "Yogyakarta Poster"),
    summary: t(
      "Tugu di pagi hari, Merapi di belakangnya, langit merah muda.",
      "The Tugu in the morning, Merapi behind it, a pink sky.",
    ),
    description: [
      t(
        "Langitnya memakai merah muda dari rangkap nota kedua. Merapi kami biarkan polos, tanpa asap.",
        "The sky is the pink of the second receipt copy. We left Merapi plain, with no smoke.",
      ),
      t(
        "Nama kota disusun lebar di bawah, dengan tahun pendirian yang kecil di kiri.",
        "The city’s name is set wide below, with its founding year small on the left.",
      ),
    ],
    sections: [
      paper(
        "Kertas tanpa lapisan 200 gsm. Cetak offset lima warna khusus.",
        "Uncoated 200 gsm paper. Offset print in five spot colours.",
      ),
      size,
      care,
    ],
    options: [sizes],
    price: 49000,
    ...larger,
    off: 16000,
    weight: 110,
    stock: [76, 50, 3],
    front: t(
      "Poster Yogyakarta berbingkai dengan Tugu dan Merapi",
      "Framed Yogyakarta poster with the Tugu and Merapi",
    ),
    scene: t("Poster Yogyakarta pada gantungan kayu", "Yogyakarta poster on a wooden hanger"),
    packed: [540, 80, 80],
    tags: ["kota", "yogyakarta", "dinding"],
    publishedAt: "2025-08-26",
  }),
  product({
    slug: "poster-daun-talas",
    category: "poster",
    code: "PST-TLS",
    name: t("Poster Daun Talas", "Taro Leaf Poster"),
    summary: t(
      "Tiga daun talas dengan urat yang digambar satu per satu.",
      "Three taro leaves, each vein drawn by hand.",
    ),
    description: [
      t(
        "Daun talas menahan air hujan menjadi butiran. Kami mengikuti uratnya dari pangkal sampai tepi, lalu mengisi bidangnya dengan tiga hijau.",
        "Taro leaves hold rain in beads. We followed the veins from stem to edge and filled the shapes with three greens.",
      ),
      t(
        "Latar kremnya membuat gambar ini mudah dipadukan dengan kayu dan rotan.",
        "The cream ground goes easily with wood and rattan.",
      ),
    ],
    sections: [
      paper(
        "Kertas katun 250 gsm bertekstur. Cetak giclée tinta pigmen.",
        "Textured 250 gsm cotton paper. Giclée print with pigment inks.",
      ),
      size,
      care,
    ],
    options: [sizes],
    price: 55000,
    ...larger,
    weight: 130,
    stock: [58, 46, 27],
    front: t(
      "Poster tiga daun talas hijau dalam bingkai kayu",
      "Poster of three green taro leaves in a wooden frame",
    ),
    scene: t(
      "Poster daun talas digantung di dinding berbayang daun",
      "Taro leaf poster on a wall with leaf shadows",
    ),
    packed: [540, 80, 80],
    tags: ["tanaman", "dinding"],
    publishedAt: "2026-01-06",
  }),
  product({
    slug: "poster-pelan-pelan-saja",
    category: "poster",
    code: "PST-PLN",
    name: t("Poster Pelan-pelan Saja", "Pelan-pelan Saja Poster"),
    summary: t(
      "Tiga kata bersusun, biru karbon di atas kuning rangkap nota.",
      "Three stacked words, carbon blue on receipt-copy yellow.",
    ),
    description: [
      t(
        "Pengingat untuk dipasang di dekat meja kerja. Hurufnya menyentuh tepi kiri dan kanan, tanpa hiasan lain.",
        "A reminder to put up near a desk. The letters reach both margins, with nothing else on the sheet.",
      ),
      t(
        "Untuk kata-kata Anda sendiri ada Poster Tanggal Istimewa.",
        "For words of your own there is the Special Date Poster.",
      ),
    ],
    sections: [
      paper(
        "Kertas warna 180 gsm. Cetak risograf satu warna; tiap lembar sedikit berbeda.",
        "Coloured 180 gsm paper. One-colour risograph; every sheet differs slightly.",
      ),
      size,
      care,
    ],
    options: [sizes],
    price: 45000,
    ...larger,
    weight: 100,
    stock: [120, 68, 14],
    front: t(
      "Poster kuning bertulisan Pelan pelan saja dalam bingkai",
      "Yellow poster lettered Pelan pelan saja in a frame",
    ),
    scene: t("Poster Pelan pelan saja pada gantungan kayu", "Pelan pelan saja poster on a hanger"),
    personalisable: true,
    packed: [540, 80, 80],
    tags: ["tulisan", "dinding", "personal"],
    publishedAt: "2025-04-22",
  }),
  product({
    slug: "poster-kawung-agung",
    category: "poster",
    code: "PST-KWG",
    name: t("Poster Kawung Agung", "Grand Kawung Poster"),
    summary: t(
      "Empat kawung besar, cukup dekat untuk melihat isen-isennya.",
      "Four large kawung, close enough to see the fine filling.",
    ),
    description: [
      t(
        "Kami memperbesar kawung sampai titik dan garis di dalamnya, yang disebut isen-isen, menjadi gambar utama.",
        "We enlarged kawung until the dots and lines inside it, called isen-isen, became the picture.",
      ),
      t(
        "Cetakan pertama sudah habis. Cetakan berikutnya sedang disiapkan; Anda dapat meminta kabar saat tersedia.",
        "The first printing has sold out. The next is being prepared; ask us to tell you when it is ready.",
      ),
    ],
    sections: [
      paper(
        "Kertas katun 250 gsm bertekstur. Cetak giclée tinta pigmen.",
        "Textured 250 gsm cotton paper. Giclée print with pigment inks.",
      ),
      size,
      care,
    ],
    options: [sizes],
    price: 55000,
    ...larger,
    weight: 130,
    stock: [0, 0, 0],
    front: t(
      "Poster kawung besar cokelat dalam bingkai kayu",
      "Poster of large brown kawung in a wooden frame",
    ),
    scene: t("Poster kawung digantung di dinding", "Kawung poster hanging on a wall"),
    packed: [540, 80, 80],
    tags: ["batik", "kawung", "dinding"],
    publishedAt: "2025-10-21",
  }),
  product({
    slug: "poster-tanggal-istimewa",
    category: "poster",
    code: "PST-TGL",
    name: t("Poster Tanggal Istimewa", "Special Date Poster"),
    summary: t(
      "Nama, tanggal, dan tempat Anda disusun sebagai nota bercap LUNAS.",
      "Your names, date and place set as a receipt with a LUNAS stamp.",
    ),
    description: [
      t(
        "Untuk pernikahan, kelahiran, atau kunci rumah pertama. Anda mengisi lima baris dan nomor nota, misalnya tanggalnya; gambarnya langsung tampak dalam bingkai.",
        "For weddings, births or the keys to a first home. You fill in five lines and the number of the receipt, such as its date; you see it framed at once.",
      ),
      t(
        "Cap LUNAS sedikit miring, seperti seharusnya.",
        "The LUNAS (“paid in full”) stamp is slightly askew, as it should be.",
      ),
    ],
    sections: [
      paper(
        "Kertas tanpa lapisan 200 gsm. Cetak giclée tinta pigmen.",
        "Uncoated 200 gsm paper. Giclée print with pigment inks.",
      ),
      size,
      care,
    ],
    options: [sizes],
    price: 69000,
    ...larger,
    weight: 110,
    stock: [160, 140, 80],
    front: t(
      "Poster nota berbingkai dengan nama Dimas dan Laras serta cap LUNAS",
      "Framed receipt poster for Dimas and Laras with a LUNAS stamp",
    ),
    scene: t("Poster nota pada gantungan kayu", "Receipt poster on a wooden hanger"),
    personalisable: true,
    packed: [540, 80, 80],
    tags: ["personal", "pernikahan", "hadiah", "dinding"],
    publishedAt: "2025-09-16",
  }),
];
