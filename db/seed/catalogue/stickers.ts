import { choice, product, t } from "./build.ts";
import type { SeedProduct, SeedSection } from "./types.ts";

const finish = choice("material", t("Bahan", "Material"), {
  doff: t("Vinil doff", "Matt vinyl"),
  kilap: t("Vinil kilap", "Gloss vinyl"),
});
const glossy = { add: { kilap: 3000 } };

const vinyl = (id: string, en: string): SeedSection => ({
  heading: t("Bahan dan cetak", "Material and print"),
  body: t(id, en),
});
const size = (id: string, en: string): SeedSection => ({
  heading: t("Ukuran", "Dimensions"),
  body: t(id, en),
});
const care: SeedSection = {
  heading: t("Pemakaian", "How to use"),
  body: t(
    "Tempel pada permukaan bersih dan kering, tekan dari tengah ke tepi. Tahan air; lepaskan perlahan sambil dihangatkan.",
    "Apply to a clean, dry surface and press from the middle outwards. Waterproof; warm it gently to peel it off.",
  ),
};

export const stickers: SeedProduct[] = [
  product({
    slug: "stiker-batik-mini",
    category: "stiker",
    code: "STK-BTK",
    name: t("Stiker Batik Mini", "Mini Batik Stickers"),
    summary: t(
      "Sembilan potong batik bulat dan persegi dalam satu lembar.",
      "Nine round and square pieces of batik on one sheet.",
    ),
    description: [
      t(
        "Kawung, truntum, ceplok, mega mendung, dan parang, masing-masing dalam warna yang berbeda. Pas untuk menutup amplop atau menandai buku.",
        "Kawung, truntum, ceplok, mega mendung and parang, each in its own colour. Made for sealing envelopes or marking books.",
      ),
    ],
    sections: [
      vinyl(
        "Vinil 90 mikron dengan laminasi pelindung, potong tembus sebagian (kiss-cut).",
        "90 micron vinyl with a protective laminate, kiss-cut.",
      ),
      size("Lembar 15 × 15 cm, stiker 38–42 mm.", "Sheet 15 × 15 cm, stickers 38–42 mm."),
      care,
    ],
    options: [finish],
    price: 25000,
    ...glossy,
    weight: 20,
    stock: [176, 118],
    front: t("Lembar berisi sembilan stiker motif batik", "Sheet of nine batik-patterned stickers"),
    scene: t(
      "Stiker batik tertempel di laptop di atas meja",
      "Batik stickers on the lid of a laptop on a desk",
    ),
    packed: [170, 160, 3],
    tags: ["batik", "laptop"],
    publishedAt: "2025-02-04",
  }),
  product({
    slug: "stiker-kopi",
    category: "stiker",
    code: "STK-KOP",
    name: t("Stiker Kedai Kopi", "Coffee Stall Stickers"),
    summary: t(
      "Cangkir, ketel, biji kopi, dan tiga pesan singkat untuk pencinta kopi.",
      "Cups, a kettle, beans and three short messages for coffee people.",
    ),
    description: [
      t(
        "Digambar di kedai langganan kami, sambil menunggu tubruk mengendap. Termasuk tulisan “Ngopi dulu”, “Tubruk”, dan “Tanpa gula”.",
        "Drawn at our regular stall while the tubruk settled. It includes “Ngopi dulu”, “Tubruk” and “Tanpa gula” (no sugar).",
      ),
    ],
    sections: [
      vinyl(
        "Vinil 90 mikron, cetak UV, potong tembus sebagian (kiss-cut).",
        "90 micron vinyl, UV printed, kiss-cut.",
      ),
      size("Lembar 15 × 15 cm, stiker 35–45 mm.", "Sheet 15 × 15 cm, stickers 35–45 mm."),
      care,
    ],
    options: [finish],
    price: 22000,
    ...glossy,
    off: 5000,
    weight: 20,
    stock: [154, 92],
    front: t(
      "Lembar stiker bergambar cangkir, ketel, dan biji kopi",
      "Sticker sheet with cups, a kettle and coffee beans",
    ),
    scene: t("Stiker kopi di tutup laptop", "Coffee stickers on a laptop lid"),
    packed: [170, 160, 3],
    tags: ["kopi", "laptop", "tulisan"],
    publishedAt: "2025-05-13",
  }),
  product({
    slug: "stiker-tanaman-teras",
    category: "stiker",
    code: "STK-TNM",
    name: t("Stiker Tanaman Teras", "Porch Plant Stickers"),
    summary: t(
      "Monstera, lidah mertua, sirih gading, dan kawan-kawan dari teras rumah.",
      "Monstera, snake plant, pothos and friends from the front porch.",
    ),
    description: [
      t(
        "Sembilan tanaman yang hampir tidak bisa mati, digambar dengan potnya. Bagus untuk menandai buku catatan atau toples bibit.",
        "Nine plants that are nearly impossible to kill, drawn with their pots. Good for notebooks or seed jars.",
      ),
    ],
    sections: [
      vinyl(
        "Vinil 90 mikron, tinta eko-solven, laminasi tahan sinar UV.",
        "90 micron vinyl, eco-solvent ink, UV-resistant laminate.",
      ),
      size("Lembar 15 × 15 cm, stiker 36–44 mm.", "Sheet 15 × 15 cm, stickers 36–44 mm."),
      care,
    ],
    options: [finish],
    price: 25000,
    ...glossy,
    weight: 20,
    stock: [87, 66],
    front: t(
      "Lembar stiker bergambar sembilan tanaman pot",
      "Sticker sheet with nine potted plants",
    ),
    scene: t("Stiker tanaman di tutup laptop", "Plant stickers on a laptop lid"),
    packed: [170, 160, 3],
    tags: ["tanaman", "laptop"],
    publishedAt: "2026-02-17",
  }),
  product({
    slug: "stiker-kota",
    category: "stiker",
    code: "STK-KTA",
    name: t("Stiker Cap Kota", "City Stamp Stickers"),
    summary: t(
      "Sembilan kota dalam bentuk cap pos, dari Medan sampai Makassar.",
      "Nine cities as postal stamps, from Medan to Makassar.",
    ),
    description: [
      t(
        "Setiap kota mendapat cap bundar dengan singkatan dan garis gelombang. Tempel setelah perjalanan, satu per satu.",
        "Each city gets a round postmark with its code and wavy lines. Add them after each trip, one by one.",
      ),
    ],
    sections: [
      vinyl(
        "Vinil 90 mikron, cetak UV empat warna, potong tembus sebagian (kiss-cut).",
        "90 micron vinyl, four-colour UV print, kiss-cut.",
      ),
      size("Lembar 15 × 15 cm, stiker diameter 40 mm.", "Sheet 15 × 15 cm, stickers 40 mm across."),
      care,
    ],
    options: [finish],
    price: 25000,
    ...glossy,
    weight: 20,
    stock: [64, 2],
    front: t(
      "Lembar stiker cap pos sembilan kota Indonesia",
      "Sheet of postmark stickers for nine Indonesian cities",
    ),
    scene: t("Stiker cap kota di tutup laptop", "City stamp stickers on a laptop lid"),
    personalisable: true,
    packed: [170, 160, 3],
    tags: ["kota", "perjalanan", "oleh-oleh"],
    publishedAt: "2025-08-19",
  }),
  product({
    slug: "stiker-label-nama",
    category: "stiker",
    code: "STK-LBL",
    name: t("Stiker Label Nama", "Name Label Stickers"),
    summary: t(
      "Label nama bernomor untuk botol minum, kotak bekal, dan buku sekolah.",
      "Numbered name labels for bottles, lunch boxes and school books.",
    ),
    description: [
      t(
        "Satu nama, dua belas label. Bentuknya seperti sobekan nota dengan warna kuning, merah muda, hijau, dan biru.",
        "One name, twelve labels. They look like torn receipts in yellow, pink, green and blue.",
      ),
      t(
        "Tahan mesin pencuci piring dan tangan anak-anak. Nama hingga 16 huruf, baris kedua untuk kelas atau nomor telepon.",
        "They survive dishwashers and children’s hands. Names of up to 16 letters, with a second line for a class or phone number.",
      ),
    ],
    sections: [
      vinyl(
        "Vinil 100 mikron dengan perekat kuat, cetak sesuai pesanan.",
        "100 micron vinyl with a strong adhesive, printed to order.",
      ),
      size("Lembar 15 × 15 cm, label 45 × 30 mm.", "Sheet 15 × 15 cm, labels 45 × 30 mm."),
      care,
    ],
    options: [finish],
    price: 35000,
    ...glossy,
    weight: 22,
    stock: [180, 150],
    front: t(
      "Lembar dua belas label nama berwarna dengan nama Sekar",
      "Sheet of twelve coloured name labels reading Sekar",
    ),
    scene: t("Label nama tertempel di laptop", "Name labels on a laptop lid"),
    personalisable: true,
    packed: [170, 160, 3],
    tags: ["personal", "nama", "sekolah"],
    publishedAt: "2025-06-30",
  }),
  product({
    slug: "stiker-sabar",
    category: "stiker",
    code: "STK-SBR",
    name: t("Stiker Kata Sabar", "Patience Stickers"),
    summary: t(
      "Sembilan kata yang menenangkan: sabar, pelan-pelan, tidak apa-apa, dan lainnya.",
      "Nine calming words: patience, take it slow, never mind and more.",
    ),
    description: [
      t(
        "Kata-kata yang biasa diucapkan ibu, dalam huruf tebal dan warna nota.",
        "The things mothers say, in bold letters and receipt colours.",
      ),
    ],
    sections: [
      vinyl(
        "Vinil 90 mikron, cetak UV, potong mengikuti bentuk kata.",
        "90 micron vinyl, UV printed, cut to the shape of each word.",
      ),
      size("Lembar 15 × 15 cm, stiker 30–60 mm.", "Sheet 15 × 15 cm, stickers 30–60 mm."),
      care,
    ],
    options: [finish],
    price: 22000,
    ...glossy,
    weight: 20,
    stock: [110, 73],
    front: t(
      "Lembar stiker kata-kata seperti Sabar dan Pelan-pelan",
      "Sticker sheet with words such as Sabar and Pelan-pelan",
    ),
    scene: t("Stiker kata di tutup laptop", "Word stickers on a laptop lid"),
    personalisable: true,
    packed: [170, 160, 3],
    tags: ["tulisan", "laptop", "personal"],
    publishedAt: "2025-11-25",
  }),
];
