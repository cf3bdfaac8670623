import { choice, colour, product, t } from "./build.ts";
import type { SeedProduct, SeedSection } from "./types.ts";

const canvas = (id: string, en: string): SeedSection => ({
  heading: t("Bahan dan cetak", "Material and print"),
  body: t(id, en),
});
const size: SeedSection = {
  heading: t("Ukuran", "Dimensions"),
  body: t(
    "M: 36 × 40 cm. L: 40 × 45 cm dengan dasar 10 cm. Tali 65 cm, nyaman di bahu; kuat menahan 8 kg.",
    "M: 36 × 40 cm. L: 40 × 45 cm with a 10 cm base. The 65 cm straps sit well on the shoulder and hold 8 kg.",
  ),
};
const care: SeedSection = {
  heading: t("Perawatan", "Care"),
  body: t(
    "Cuci dengan air dingin, balik sisi dalam ke luar, jemur di tempat teduh. Setrika dari sisi belakang gambar.",
    "Wash cold and inside out, dry in the shade. Iron from behind the print.",
  ),
};
const sizes = choice("size", t("Ukuran", "Size"), { m: "M", l: "L" });

export const toteBags: SeedProduct[] = [
  product({
    slug: "tote-parang-miring",
    category: "tote-bag",
    code: "TOT-PRG",
    name: t("Tas Kanvas Parang Miring", "Parang Slant Tote"),
    summary: t(
      "Pita parang diagonal di atas kanvas 12 oz, dicetak sablon dua warna.",
      "Diagonal bands of parang on 12 oz canvas, screen-printed in two colours.",
    ),
    description: [
      t(
        "Parang tersusun dari lengkung S yang saling bertaut, seperti ombak yang tidak putus. Kami memakainya sebagai pita miring yang memotong badan tas.",
        "Parang is made of interlocking S curves, like waves that never break. Here it runs as slanted bands across the bag.",
      ),
      t(
        "Garis luarnya sengaja tidak rata, mengikuti goresan canting pada kain contoh.",
        "The outline is left slightly uneven, following the canting strokes on our sample cloth.",
      ),
    ],
    sections: [
      canvas(
        "Kanvas katun 12 oz (400 gsm), jahitan silang di pangkal tali. Sablon tinta air.",
        "12 oz cotton canvas (400 gsm) with cross-stitched strap ends. Water-based screen print.",
      ),
      size,
      care,
    ],
    options: [colour("natural", "tinta")],
    price: 89000,
    weight: 260,
    stock: [77, 34],
    front: t(
      "Tas kanvas natural dengan pita parang miring, digantung di dinding",
      "Natural canvas bag with slanted parang bands, hanging on a wall",
    ),
    scene: t(
      "Tas kanvas parang terbaring di meja bersama kunci dan buku catatan",
      "Parang canvas bag lying on a table with keys and a notebook",
    ),
    packed: [380, 280, 30],
    tags: ["batik", "parang", "kanvas"],
    publishedAt: "2025-03-18",
  }),
  product({
    slug: "tote-pasar-pagi",
    category: "tote-bag",
    code: "TOT-PSR",
    name: t("Tas Kanvas Pasar Pagi", "Morning Market Tote"),
    summary: t(
      "Tas belanja dengan cabai, terung, dan bayam dalam gambar garis.",
      "A shopping bag with chillies, aubergine and spinach in line drawings.",
    ),
    description: [
      t(
        "Digambar setelah satu pagi di pasar: cabai, terung, bawang, dan seikat bayam di bawah tulisan “Pasar pagi”.",
        "Drawn after a morning at the market: chillies, aubergine, shallots and a bunch of greens under the words “Pasar pagi”.",
      ),
      t(
        "Ukuran L punya dasar 10 cm sehingga telur satu tray pun bisa duduk rata.",
        "Size L has a 10 cm base, so even a tray of eggs sits flat.",
      ),
    ],
    sections: [
      canvas(
        "Kanvas katun 14 oz (475 gsm) tanpa pemutih. Sablon tinta air tiga warna.",
        "Unbleached 14 oz cotton canvas (475 gsm). Three-colour water-based screen print.",
      ),
      size,
      care,
    ],
    options: [sizes],
    price: 95000,
    add: { l: 24000 },
    heavier: { l: 90 },
    off: 20000,
    weight: 300,
    stock: [102, 48],
    front: t(
      "Tas kanvas bertulisan Pasar pagi dengan gambar sayur",
      "Canvas bag lettered Pasar pagi with drawings of vegetables",
    ),
    scene: t(
      "Tas Pasar pagi di atas meja dengan kunci dan buku catatan",
      "Pasar pagi bag on a table with keys and a notebook",
    ),
    personalisable: true,
    packed: [400, 300, 35],
    tags: ["belanja", "kanvas", "tulisan"],
    publishedAt: "2025-07-15",
    bestSellerRank: 8,
  }),
  product({
    slug: "tote-truntum-malam",
    category: "tote-bag",
    code: "TOT-TRM",
    name: t("Tas Kanvas Truntum Malam", "Truntum Night Tote"),
    summary: t(
      "Bintang truntum kecil bertaburan di atas kanvas warna tinta.",
      "Small truntum stars scattered over ink-coloured canvas.",
    ),
    description: [
      t(
        "Truntum konon lahir dari bintang dan bunga tanjung, dan sering dipakai orang tua pada hari pernikahan anaknya: lambang kasih yang tumbuh kembali.",
        "Truntum is said to come from stars and tanjung blossom, and parents often wear it at their child’s wedding: love that grows again.",
      ),
      t(
        "Taburannya kami renggangkan ke arah tali, seperti langit yang mulai gelap.",
        "We thinned the scatter towards the straps, like a sky as it darkens.",
      ),
    ],
    sections: [
      canvas(
        "Kanvas katun celup 12 oz (400 gsm), warna diuji tahan gosok. Sablon tinta air.",
        "Dyed 12 oz cotton canvas (400 gsm), tested for rub fastness. Water-based screen print.",
      ),
      size,
      care,
    ],
    options: [colour("tinta", "soga")],
    price: 92000,
    weight: 260,
    stock: [55, 4],
    front: t(
      "Tas kanvas biru tua dengan taburan motif truntum krem",
      "Dark blue canvas bag scattered with cream truntum stars",
    ),
    scene: t(
      "Tas truntum terbaring di meja, kunci di sampingnya",
      "Truntum bag lying on a table with keys beside it",
    ),
    packed: [380, 280, 30],
    tags: ["batik", "truntum", "kanvas", "hadiah"],
    publishedAt: "2025-10-07",
  }),
  product({
    slug: "tote-daun-pisang",
    category: "tote-bag",
    code: "TOT-PSG",
    name: t("Tas Kanvas Daun Pisang", "Banana Leaf Tote"),
    summary: t(
      "Dua pelepah pisang besar yang saling menyilang, dalam hijau daun.",
      "Two large banana leaves crossing each other, in leaf green.",
    ),
    description: [
      t(
        "Daun pisang adalah piring, pembungkus, dan payung darurat. Di tas ini ia tumbuh setinggi badan, lengkap dengan sobekan di tepinya.",
        "A banana leaf is a plate, a wrapper and an emergency umbrella. On this bag it grows to full height, torn edges included.",
      ),
      t(
        "Tinta hijau dicetak dua lapis supaya rapat di atas serat kanvas.",
        "The green is printed in two passes so that it sits solidly on the weave.",
      ),
    ],
    sections: [
      canvas(
        "Kanvas katun 12 oz (400 gsm). Sablon tinta air dua lapis.",
        "12 oz cotton canvas (400 gsm). Water-based screen print in two passes.",
      ),
      size,
      care,
    ],
    options: [colour("natural", "hijau")],
    price: 89000,
    weight: 260,
    stock: [68, 25],
    front: t(
      "Tas kanvas natural dengan dua daun pisang hijau menyilang",
      "Natural canvas bag with two crossing green banana leaves",
    ),
    scene: t(
      "Tas daun pisang di meja kayu bersama buku catatan kecil",
      "Banana leaf bag on a table with a small notebook",
    ),
    packed: [380, 280, 30],
    tags: ["tanaman", "kanvas"],
    publishedAt: "2026-01-20",
  }),
  product({
    slug: "tote-bandung",
    category: "tote-bag",
    code: "TOT-BDG",
    name: t("Tas Kanvas Bandung", "Bandung Tote"),
    summary: t(
      "Gedung Sate, gunung, dan garis hujan: Bandung dalam tiga bidang.",
      "Gedung Sate, the mountains and lines of rain: Bandung in three blocks.",
    ),
    description: [
      t(
        "Seri kota nomor dua. Atap Gedung Sate dengan tusuk di puncaknya, deretan gunung di belakang, dan hujan yang hampir pasti turun setelah pukul tiga.",
        "Number two in the city series: the roof of Gedung Sate with the skewer on top, mountains behind and the rain that almost always comes after three.",
      ),
      t(
        "Nama kota ditulis besar di bawah gambar, cukup untuk dibaca dari seberang jalan.",
        "The city’s name is set large below, big enough to read from across the street.",
      ),
    ],
    sections: [
      canvas(
        "Kanvas katun 12 oz (400 gsm). Sablon tinta air satu warna.",
        "12 oz cotton canvas (400 gsm). Single-colour water-based screen print.",
      ),
      size,
      care,
    ],
    options: [colour("natural", "karbon")],
    price: 89000,
    weight: 260,
    stock: [83, 31],
    front: t(
      "Tas kanvas natural bergambar Gedung Sate dan tulisan Bandung",
      "Natural canvas bag with Gedung Sate and the word Bandung",
    ),
    scene: t(
      "Tas Bandung terbaring dengan kunci di depannya",
      "Bandung bag lying flat with keys in front",
    ),
    personalisable: true,
    packed: [380, 280, 30],
    tags: ["kota", "bandung", "oleh-oleh", "kanvas"],
    publishedAt: "2025-08-17",
  }),
  product({
    slug: "tote-desain-anda",
    category: "tote-bag",
    code: "TOT-DSN",
    name: t("Tas Kanvas Desain Anda", "Your Design Tote"),
    summary: t(
      "Logo, gambar, atau tulisan Anda di bidang cetak 28 × 32 cm, mulai dari satu buah.",
      "Your logo, drawing or words in a 28 × 32 cm print area, from a single piece.",
    ),
    description: [
      t(
        "Unggah berkas PNG atau JPEG, atau susun tulisan di papan gambar kami. Pratinjau memperlihatkan ukuran sebenarnya terhadap badan tas.",
        "Upload a PNG or JPEG, or set your words on our drawing board. The preview shows true size against the bag.",
      ),
      t(
        "Dicetak langsung ke kain tanpa batas jumlah warna. Mulai 10 buah, dan sekali lagi mulai 50 buah, cetaknya lebih murah.",
        "Printed straight to the fabric in any number of colours. From 10 pieces, and again from 50, the print costs less.",
      ),
    ],
    sections: [
      canvas(
        "Kanvas katun 12 oz (400 gsm). Cetak langsung ke kain (DTG), 600 dpi.",
        "12 oz cotton canvas (400 gsm). Direct-to-garment print at 600 dpi.",
      ),
      size,
      care,
    ],
    options: [colour("natural", "tinta", "karbon"), sizes],
    price: 85000,
    add: { l: 24000 },
    heavier: { l: 90 },
    weight: 260,
    stock: [180, 96, 120, 60, 47, 1],
    front: t(
      "Tas kanvas natural dengan contoh logo toko kue",
      "Natural canvas bag with a sample bakery logo",
    ),
    scene: t(
      "Tas kanvas dengan contoh logo, di meja bersama kunci",
      "Canvas bag with a sample logo, on a table with keys",
    ),
    personalisable: true,
    packed: [380, 280, 30],
    tags: ["personal", "acara", "kanvas"],
    publishedAt: "2025-01-28",
    bestSellerRank: 6,
  }),
];
