import { choice, colour, product, t } from "./build.ts";
import type { SeedProduct, SeedSection } from "./types.ts";

const ruling = choice("ruling", t("Isi", "Pages"), {
  garis: t("Bergaris", "Ruled"),
  titik: t("Titik", "Dotted"),
});
const sizes = choice("size", t("Ukuran", "Size"), { a6: "A6", a5: "A5" });
const larger = { add: { a5: 20000 }, heavier: { a5: 150 } };

const paper = (id: string, en: string): SeedSection => ({
  heading: t("Bahan dan cetak", "Material and print"),
  body: t(id, en),
});
const size = (id: string, en: string): SeedSection => ({
  heading: t("Ukuran", "Dimensions"),
  body: t(id, en),
});
const care: SeedSection = {
  heading: t("Perawatan", "Care"),
  body: t(
    "Jauhkan dari air dan matahari langsung. Noda di sampul dilap dengan kain yang sedikit lembap.",
    "Keep away from water and direct sun. Wipe marks off the cover with a slightly damp cloth.",
  ),
};

export const notebooks: SeedProduct[] = [
  product({
    slug: "buku-ceplok",
    category: "buku-catatan",
    code: "BUK-CPL",
    name: t("Buku Catatan Ceplok", "Ceplok Notebook"),
    summary: t(
      "Sampul keras dengan mawar ceplok geometris, isi kertas krem 80 gsm.",
      "A hard cover of geometric ceplok rosettes over cream 80 gsm pages.",
    ),
    description: [
      t(
        "Ceplok menyusun mawar dan bintang di dalam kotak yang berulang. Polanya tenang, jadi judul di label depan tetap mudah dibaca.",
        "Ceplok sets rosettes and stars in repeating squares. It is a calm pattern, so the title on the front label stays easy to read.",
      ),
      t(
        "Dijahit benang per katern sehingga terbuka rata di meja.",
        "Thread-sewn in sections, so it lies flat when open.",
      ),
    ],
    sections: [
      paper(
        "Sampul karton 2 mm berlapis kertas seni 120 gsm laminasi doff. Isi 160 halaman, kertas krem bebas asam 80 gsm.",
        "2 mm board covered in 120 gsm art paper with matt lamination. 160 pages of acid-free cream 80 gsm.",
      ),
      size("A6: 105 × 148 mm. A5: 148 × 210 mm.", "A6: 105 × 148 mm. A5: 148 × 210 mm."),
      care,
    ],
    options: [sizes, ruling],
    price: 59000,
    ...larger,
    weight: 170,
    stock: [74, 52, 96, 63],
    front: t(
      "Buku catatan dengan sampul motif ceplok biru dan krem",
      "Notebook with a blue and cream ceplok cover",
    ),
    scene: t(
      "Buku ceplok berdiri miring di samping pensil dan tumpukan buku",
      "Ceplok notebook at an angle beside a pencil",
    ),
    personalisable: true,
    packed: [220, 155, 20],
    tags: ["batik", "ceplok", "alat-tulis"],
    publishedAt: "2025-03-27",
    bestSellerRank: 11,
  }),
  product({
    slug: "buku-nota-harian",
    category: "buku-catatan",
    code: "BUK-NTA",
    name: t("Buku Nota Harian", "Daily Nota Book"),
    summary: t(
      "Buku harian berwujud nota toko: bernomor, bergaris, dan mudah disobek.",
      "A day book in the shape of a shop receipt: numbered, ruled and easy to tear.",
    ),
    description: [
      t(
        "Setiap halaman punya nomor urut dan kolom jumlah, persis buku nota. Pakailah untuk belanja, utang kopi, atau tiga hal yang ingin diselesaikan hari ini.",
        "Every page has a serial number and an amount column, just like a receipt book. Use it for shopping, coffee debts or the three things to finish today.",
      ),
      t(
        "Warna sampul mengikuti rangkap nota: kuning, merah muda, dan hijau.",
        "The covers follow the copies of a receipt: yellow, pink and green.",
      ),
    ],
    sections: [
      paper(
        "Sampul karton 2 mm, pita pembatas, tiap lembar berlubang sobek. Isi 100 lembar kertas HVS 70 gsm.",
        "2 mm board cover with a ribbon; every sheet is perforated. 100 sheets of 70 gsm paper.",
      ),
      size("A5: 148 × 210 mm.", "A5: 148 × 210 mm."),
      care,
    ],
    options: [colour("kuning", "merah-muda", "hijau-muda")],
    price: 39000,
    weight: 210,
    stock: [142, 67, 58],
    front: t(
      "Buku nota kuning dengan garis dan nomor urut di sampul",
      "Yellow nota book with rules and a serial number on the cover",
    ),
    scene: t(
      "Buku nota kuning di meja bersama pensil",
      "Yellow nota book on a table with a pencil",
    ),
    personalisable: true,
    packed: [215, 155, 14],
    tags: ["nota", "alat-tulis", "kantor"],
    publishedAt: "2025-01-09",
    bestSellerRank: 7,
  }),
  product({
    slug: "buku-parang",
    category: "buku-catatan",
    code: "BUK-PRG",
    name: t("Buku Catatan Parang", "Parang Notebook"),
    summary: t(
      "Parang cokelat soga memenuhi sampul, dengan pita pembatas merah.",
      "Soga-brown parang from edge to edge, with a red ribbon.",
    ),
    description: [
      t(
        "Lengkung parang kami atur 45 derajat sehingga bertemu tepat di punggung buku dan berlanjut ke sampul belakang.",
        "The parang curves run at 45 degrees so that they meet at the spine and carry on over the back.",
      ),
      t(
        "Kertasnya cukup tebal untuk pena gel; tinta pena celup sedikit tembus pada sapuan lebar.",
        "The paper takes gel pens well; broad strokes of dip-pen ink may show through a little.",
      ),
    ],
    sections: [
      paper(
        "Sampul karton 2 mm, laminasi doff. Isi 192 halaman, kertas krem 90 gsm, pita satin 6 mm.",
        "2 mm board with matt lamination. 192 pages of cream 90 gsm paper, 6 mm satin ribbon.",
      ),
      size("A5: 148 × 210 mm, tebal 16 mm.", "A5: 148 × 210 mm, 16 mm thick."),
      care,
    ],
    options: [ruling],
    price: 85000,
    off: 14000,
    weight: 330,
    stock: [71, 45],
    front: t(
      "Buku catatan bersampul parang cokelat dan krem",
      "Notebook covered in brown and cream parang",
    ),
    scene: t("Buku parang di samping pensil, dilihat miring", "Parang notebook beside a pencil"),
    packed: [220, 155, 22],
    tags: ["batik", "parang", "alat-tulis"],
    publishedAt: "2025-07-01",
  }),
  product({
    slug: "buku-lapangan-pakis",
    category: "buku-catatan",
    code: "BUK-PKS",
    name: t("Buku Lapangan Pakis", "Fern Field Book"),
    summary: t(
      "Buku saku untuk jalan-jalan, dengan gambar pakis di sampul hijau muda.",
      "A pocket book for walks, with a drawn fern on a pale green cover.",
    ),
    description: [
      t(
        "Ukurannya pas untuk saku kemeja dan sampulnya tahan gerimis. Di halaman akhir ada penggaris 10 cm dan tabel waktu matahari terbit.",
        "It fits a shirt pocket and the cover shrugs off drizzle. The last page has a 10 cm ruler and a sunrise table.",
      ),
      t(
        "Pakis di sampul digambar dari sarang burung, jenis yang tumbuh di pohon trembesi depan studio.",
        "The fern on the cover is drawn from those growing on the rain tree outside our workshop.",
      ),
    ],
    sections: [
      paper(
        "Sampul karton 1,5 mm berlapis kertas sintetis. Isi 64 halaman, kertas 100 gsm, dijahit benang.",
        "1.5 mm board covered in synthetic paper. 64 pages of 100 gsm paper, thread-sewn.",
      ),
      size("A6: 105 × 148 mm. A5: 148 × 210 mm.", "A6: 105 × 148 mm. A5: 148 × 210 mm."),
      care,
    ],
    options: [sizes],
    price: 45000,
    ...larger,
    weight: 90,
    stock: [88, 4],
    front: t(
      "Buku lapangan hijau muda dengan gambar daun pakis",
      "Pale green field book with a drawing of fern fronds",
    ),
    scene: t("Buku lapangan pakis bersama pensil kayu", "Fern field book with a wooden pencil"),
    packed: [215, 155, 10],
    tags: ["tanaman", "alat-tulis", "perjalanan"],
    publishedAt: "2026-03-10",
  }),
  product({
    slug: "buku-inisial",
    category: "buku-catatan",
    code: "BUK-INI",
    name: t("Buku Inisial", "Initials Notebook"),
    summary: t(
      "Satu sampai tiga huruf Anda, dicetak besar di sampul kain.",
      "One to three of your letters, printed large on a cloth cover.",
    ),
    description: [
      t(
        "Ketik inisial, pilih salah satu dari tiga jenis huruf, dan tambahkan nomor bila mau. Gambarnya langsung tampak pada sampul.",
        "Type the initials, choose one of three typefaces, and add a number if you like. You see it on the cover at once.",
      ),
      t(
        "Cocok untuk hadiah wisuda dan kenang-kenangan kantor; kartu ucapan bisa disertakan di keranjang.",
        "It suits graduations and farewells at work; a card can be added in the cart.",
      ),
    ],
    sections: [
      paper(
        "Sampul karton 2,5 mm berlapis kain katun. Isi 192 halaman, kertas krem 90 gsm. Cetak UV doff di atas tinta putih.",
        "2.5 mm board in cotton book cloth. 192 pages of cream 90 gsm paper. Matt UV print over white ink.",
      ),
      size("A5: 148 × 210 mm, tebal 18 mm.", "A5: 148 × 210 mm, 18 mm thick."),
      care,
    ],
    options: [colour("karbon", "tinta", "soga"), ruling],
    price: 99000,
    weight: 360,
    stock: [58, 46, 37, 33, 21, 0],
    front: t(
      "Buku bersampul biru karbon dengan inisial AR",
      "Carbon-blue notebook with the initials AR",
    ),
    scene: t("Buku inisial biru di samping pensil", "Blue initials notebook beside a pencil"),
    personalisable: true,
    packed: [220, 155, 24],
    tags: ["personal", "hadiah", "alat-tulis"],
    publishedAt: "2025-05-30",
    bestSellerRank: 12,
  }),
  product({
    slug: "buku-sketsa-tumpal",
    category: "buku-catatan",
    code: "BUK-TMP",
    name: t("Buku Sketsa Tumpal", "Tumpal Sketchbook"),
    summary: t(
      "Deretan segitiga tumpal di tepi sampul, kertas gambar 150 gsm di dalamnya.",
      "Rows of tumpal triangles along the cover, 150 gsm drawing paper inside.",
    ),
    description: [
      t(
        "Tumpal adalah segitiga di ujung kain, sering dibaca sebagai gunung. Di sini ia mengisi sisi bawah sampul dan membiarkan bagian atas kosong.",
        "Tumpal are the triangles at the end of a cloth, often read as mountains. Here they fill the lower cover and leave the top empty.",
      ),
      t(
        "Kertasnya menerima pensil, tinta, dan cat air tipis.",
        "The paper takes pencil, ink and light watercolour.",
      ),
    ],
    sections: [
      paper(
        "Sampul karton 2 mm. Isi 80 halaman kertas gambar 150 gsm bertekstur halus.",
        "2 mm board cover. 80 pages of 150 gsm drawing paper with a fine tooth.",
      ),
      size("A6: 105 × 148 mm. A5: 148 × 210 mm.", "A6: 105 × 148 mm. A5: 148 × 210 mm."),
      care,
    ],
    options: [sizes],
    price: 65000,
    ...larger,
    weight: 200,
    stock: [49, 66],
    front: t(
      "Buku sketsa krem dengan segitiga tumpal merah dan biru",
      "Cream sketchbook with red and blue tumpal triangles",
    ),
    scene: t("Buku sketsa tumpal dan pensil", "Tumpal sketchbook and a pencil"),
    personalisable: true,
    packed: [220, 155, 18],
    tags: ["batik", "tumpal", "gambar", "personal"],
    publishedAt: "2025-12-02",
  }),
];
