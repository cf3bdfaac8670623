import { choice, colour, product, t } from "./build.ts";
import type { SeedProduct, SeedSection } from "./types.ts";

const volume = choice("size", t("Ukuran", "Size"), { "330": "330 ml", "450": "450 ml" });
const bigger = { add: { "450": 14000 }, heavier: { "450": 90 } };

const ceramic = (id: string, en: string): SeedSection => ({
  heading: t("Bahan dan cetak", "Material and print"),
  body: t(id, en),
});
const size: SeedSection = {
  heading: t("Ukuran", "Dimensions"),
  body: t(
    "330 ml: tinggi 95 mm, diameter 82 mm. 450 ml: tinggi 118 mm, diameter 86 mm. Bidang cetak berhenti 12 mm dari gagang.",
    "330 ml: 95 mm high, 82 mm across. 450 ml: 118 mm high, 86 mm across. The print stops 12 mm from the handle.",
  ),
};
const care: SeedSection = {
  heading: t("Perawatan", "Care"),
  body: t(
    "Aman untuk microwave. Boleh masuk mesin pencuci piring, namun spons lembut dan cuci tangan membuat warna bertahan lebih lama.",
    "Microwave safe. It may go in the dishwasher, though a soft sponge and washing by hand keep the colours fresh for longer.",
  ),
};

export const mugs: SeedProduct[] = [
  product({
    slug: "mug-kawung-soga",
    category: "mug",
    code: "MUG-KWG",
    name: t("Mug Kawung Soga", "Kawung Soga Mug"),
    summary: t(
      "Mug keramik dengan kawung cokelat soga yang mengelilingi seluruh badan.",
      "A ceramic mug with kawung in soga brown running all the way round.",
    ),
    description: [
      t(
        "Kawung meniru irisan buah aren: empat lonjong yang bertemu di satu titik. Kami menggambarnya ulang dengan garis yang sedikit lebih tebal agar tetap terbaca di permukaan melengkung.",
        "Kawung echoes a sliced sugar-palm fruit: four ovals meeting at one point. We redrew it with a slightly heavier line so that it still reads on a curved surface.",
      ),
      t(
        "Warnanya diambil dari soga, pewarna kulit kayu yang memberi batik Jawa Tengah cokelat hangatnya. Pola disambung di balik gagang sehingga tidak ada jeda yang terlihat.",
        "The colour comes from soga, the bark dye that gives Central Javanese batik its warm brown. The pattern is joined behind the handle, so you never see a break.",
      ),
    ],
    sections: [
      ceramic(
        "Keramik glasir grade A, dinding 4 mm. Cetak sublimasi 300 dpi pada suhu 190 °C.",
        "Grade A glazed ceramic with a 4 mm wall. Sublimation print at 300 dpi, pressed at 190 °C.",
      ),
      size,
      care,
    ],
    options: [colour("krem", "karbon"), volume],
    price: 75000,
    ...bigger,
    weight: 380,
    stock: [96, 42, 58, 3],
    front: t(
      "Mug krem bermotif kawung cokelat, gagang di kanan",
      "Cream mug with a brown kawung pattern, handle to the right",
    ),
    scene: t(
      "Mug kawung berisi kopi di atas tatakan kayu dengan biji kopi di sampingnya",
      "Kawung mug filled with coffee on a wooden board, coffee beans beside it",
    ),
    packed: [125, 100, 110],
    tags: ["batik", "kawung", "dapur", "hadiah"],
    publishedAt: "2025-02-11",
    bestSellerRank: 3,
  }),
  product({
    slug: "mug-mega-mendung",
    category: "mug",
    code: "MUG-MGM",
    name: t("Mug Mega Mendung", "Mega Mendung Mug"),
    summary: t(
      "Awan berlapis khas Cirebon dalam lima tingkat biru, di atas glasir putih.",
      "Cirebon's layered clouds in five steps of blue, over a white glaze.",
    ),
    description: [
      t(
        "Mega mendung adalah awan pembawa hujan. Pembatik Cirebon membangunnya dari lapisan warna yang makin gelap ke tengah, dan lapisan itulah yang kami pertahankan di mug ini.",
        "Mega mendung are the clouds that bring rain. Batik makers in Cirebon build them from layers that darken towards the middle, and those layers are what we kept on this mug.",
      ),
      t(
        "Birunya bergerak dari biru pucat ke biru karbon, warna tinta buku nota kami. Cocok untuk teh panas saat hujan sore.",
        "The blue moves from pale to carbon, the ink of our receipt books. It suits hot tea on a rainy afternoon.",
      ),
    ],
    sections: [
      ceramic(
        "Keramik glasir putih, dinding 4 mm. Cetak sublimasi dengan tinta rendah bau.",
        "White glazed ceramic with a 4 mm wall. Sublimation print with low-odour ink.",
      ),
      size,
      care,
    ],
    options: [volume],
    price: 72000,
    ...bigger,
    off: 13000,
    weight: 380,
    stock: [134, 61],
    front: t(
      "Mug putih dengan awan mega mendung biru berlapis",
      "White mug with layered blue mega mendung clouds",
    ),
    scene: t(
      "Mug mega mendung berisi kopi di atas papan kayu, dilihat dari atas samping",
      "Mega mendung mug with coffee on a wooden board, seen from above",
    ),
    packed: [125, 100, 110],
    tags: ["batik", "mega-mendung", "cirebon", "dapur"],
    publishedAt: "2025-03-04",
    bestSellerRank: 9,
  }),
  product({
    slug: "mug-pelan-pelan",
    category: "mug",
    code: "MUG-PLN",
    name: t("Mug Pelan-pelan", "Pelan-pelan Mug"),
    summary: t(
      "Satu kata untuk pagi yang tidak perlu buru-buru.",
      "One word for mornings in no hurry.",
    ),
    description: [
      t(
        "“Pelan-pelan” kami gambar dengan huruf besar yang agak miring, seperti tulisan di papan warung yang dikerjakan dengan tangan.",
        "We drew “Pelan-pelan” (“take it slow”) in large, slightly tilted letters, like a stall sign painted by hand.",
      ),
      t(
        "Tersedia tiga warna glasir. Hurufnya tetap terbaca dari seberang meja.",
        "It comes in three glazes. The letters can be read from across the table.",
      ),
    ],
    sections: [
      ceramic(
        "Keramik glasir warna dua sisi, dinding 4 mm. Cetak transfer keramik satu warna, dibakar 800 °C.",
        "Ceramic glazed inside and out with a 4 mm wall. Single-colour ceramic transfer, fired at 800 °C.",
      ),
      size,
      care,
    ],
    options: [colour("putih", "merah-muda", "hijau-muda")],
    price: 69000,
    weight: 380,
    stock: [120, 46, 0],
    front: t(
      "Mug putih dengan tulisan Pelan-pelan berwarna biru karbon",
      "White mug lettered Pelan-pelan in carbon blue",
    ),
    scene: t(
      "Mug Pelan-pelan berisi kopi di samping sendok kecil dan biji kopi",
      "Pelan-pelan mug with coffee beside a small spoon and coffee beans",
    ),
    personalisable: true,
    packed: [125, 100, 110],
    tags: ["tulisan", "personal", "hadiah"],
    publishedAt: "2025-05-20",
    bestSellerRank: 5,
  }),
  product({
    slug: "mug-ngopi-dulu",
    category: "mug",
    code: "MUG-NGP",
    name: t("Mug Ngopi Dulu", "Ngopi Dulu Mug"),
    summary: t(
      "Ajakan paling sopan di kantor mana pun, dicetak dalam dua baris tebal.",
      "The politest invitation in any office, printed in two bold lines.",
    ),
    description: [
      t(
        "“Ngopi dulu” artinya urusan boleh menunggu sepuluh menit. Dua baris huruf tebal dengan tiga garis uap; tidak lebih dari itu.",
        "“Ngopi dulu” means “coffee first”: whatever it is can wait ten minutes. Two lines of bold type, three wisps of steam and nothing more.",
      ),
      t(
        "Ukuran 450 ml cukup untuk tubruk dua sendok.",
        "The 450 ml size holds a proper two-spoon tubruk.",
      ),
    ],
    sections: [
      ceramic(
        "Keramik glasir, dinding 4 mm, bagian dalam putih. Cetak transfer keramik dua warna.",
        "Glazed ceramic, 4 mm wall, white inside. Two-colour ceramic transfer.",
      ),
      size,
      care,
    ],
    options: [colour("krem", "tinta", "kuning"), volume],
    price: 65000,
    ...bigger,
    weight: 380,
    stock: [168, 90, 74, 28, 52, 2],
    front: t(
      "Mug krem bertulisan Ngopi dulu dengan tiga garis uap",
      "Cream mug lettered Ngopi dulu under three wisps of steam",
    ),
    scene: t(
      "Mug Ngopi dulu berisi kopi hitam di atas papan kayu",
      "Ngopi dulu mug filled with black coffee on a wooden board",
    ),
    personalisable: true,
    packed: [125, 100, 110],
    tags: ["tulisan", "kopi", "kantor", "personal"],
    publishedAt: "2025-01-16",
    bestSellerRank: 1,
  }),
  product({
    slug: "mug-daun-monstera",
    category: "mug",
    code: "MUG-MST",
    name: t("Mug Daun Monstera", "Monstera Mug"),
    summary: t(
      "Daun monstera digambar garis demi garis, melingkar dari gagang ke gagang.",
      "Monstera leaves drawn line by line, wrapping from handle to handle.",
    ),
    description: [
      t(
        "Gambar aslinya dibuat dengan pena 0,3 mm dari tanaman di teras studio cetak kami. Tiap lembar daun punya jumlah sobekan yang berbeda, seperti aslinya.",
        "The original was drawn with a 0.3 mm pen from the plant on our workshop porch. Every leaf has a different number of splits, as they do in life.",
      ),
      t(
        "Hijau tuanya dicetak rapat supaya urat daun tetap halus setelah pembakaran.",
        "The deep green is printed tight so that the veins stay fine after firing.",
      ),
    ],
    sections: [
      ceramic(
        "Keramik glasir, dinding 4 mm. Cetak sublimasi 300 dpi, tiga tingkat hijau.",
        "Glazed ceramic with a 4 mm wall. Sublimation print at 300 dpi in three greens.",
      ),
      size,
      care,
    ],
    options: [colour("putih", "krem")],
    price: 72000,
    weight: 380,
    stock: [64, 37],
    front: t(
      "Mug putih dengan gambar daun monstera hijau tua",
      "White mug with drawings of deep green monstera leaves",
    ),
    scene: t(
      "Mug monstera berisi kopi di atas papan kayu dengan sendok",
      "Monstera mug with coffee on a wooden board with a spoon",
    ),
    personalisable: true,
    packed: [125, 100, 110],
    tags: ["tanaman", "dapur"],
    publishedAt: "2025-09-02",
  }),
  product({
    slug: "mug-jakarta",
    category: "mug",
    code: "MUG-JKT",
    name: t("Mug Jakarta", "Jakarta Mug"),
    summary: t(
      "Garis langit Jakarta dalam satu tarikan, dari Monas sampai menara Sudirman.",
      "Jakarta’s skyline in a single line, from Monas to the Sudirman towers.",
    ),
    description: [
      t(
        "Bagian pertama seri kota kami: Monas, gedung-gedung Sudirman, dan rel MRT yang menyatukan semuanya menjadi satu garis.",
        "The first of our city series: Monas, the Sudirman towers and the MRT viaduct that ties them into one line.",
      ),
      t(
        "Kode kota dan koordinat dicetak kecil di bawahnya, seperti keterangan pada kartu pos lama.",
        "The city’s coordinates are set small underneath, like the caption on an old postcard.",
      ),
    ],
    sections: [
      ceramic(
        "Keramik glasir, dinding 4 mm. Cetak transfer keramik satu warna.",
        "Glazed ceramic with a 4 mm wall. Single-colour ceramic transfer.",
      ),
      size,
      care,
    ],
    options: [colour("putih", "karbon")],
    price: 79000,
    weight: 380,
    stock: [88, 19],
    front: t(
      "Mug putih dengan garis langit Jakarta dan Monas di tengah",
      "White mug with the Jakarta skyline and Monas in the middle",
    ),
    scene: t(
      "Mug Jakarta berisi kopi, biji kopi tersebar di depannya",
      "Jakarta mug with coffee, coffee beans scattered in front",
    ),
    personalisable: true,
    packed: [125, 100, 110],
    tags: ["kota", "jakarta", "oleh-oleh"],
    publishedAt: "2025-06-22",
  }),
  product({
    slug: "mug-nama-anda",
    category: "mug",
    code: "MUG-NAM",
    name: t("Mug Nama Anda", "Your Name Mug"),
    summary: t(
      "Nama Anda di antara garis nota, dicetak satu per satu sesuai pesanan.",
      "Your name between receipt lines, printed one at a time to order.",
    ),
    description: [
      t(
        "Tampilannya meniru nota toko: garis tipis di atas dan di bawah, lalu nama Anda dengan huruf besar biru karbon. Nomor dan tulisan kecil di foto tidak ikut dicetak.",
        "It borrows from the shop receipt: thin rules above and below, and your name in large carbon-blue letters. The number and the small text in the photo are not printed.",
      ),
      t(
        "Tulis hingga 12 huruf. Hasil cetak persis seperti pratinjau nama Anda, jadi periksa ejaannya sebelum memesan.",
        "Up to 12 letters. We print your name exactly as in the preview, so check the spelling before you order.",
      ),
    ],
    sections: [
      ceramic(
        "Keramik glasir, dinding 4 mm. Cetak sublimasi satuan, selesai dalam 2 hari kerja.",
        "Glazed ceramic with a 4 mm wall. Printed singly by sublimation, ready in 2 working days.",
      ),
      size,
      care,
    ],
    options: [colour("putih", "krem", "merah-muda"), volume],
    price: 79000,
    ...bigger,
    weight: 380,
    stock: [150, 80, 96, 44, 39, 16],
    front: t(
      "Mug putih bertuliskan nama Rani di atas garis nota",
      "White mug with the name Rani printed over receipt rules",
    ),
    scene: t(
      "Mug dengan nama Rani berisi kopi di atas papan kayu",
      "Mug named Rani filled with coffee on a wooden board",
    ),
    personalisable: true,
    packed: [125, 100, 110],
    tags: ["personal", "nama", "hadiah"],
    publishedAt: "2025-04-08",
    bestSellerRank: 2,
  }),
];
