import type { TransactionSql } from "../driver.server.ts";

/** The demo shop's page About: see shop/content/page.ts. */
const about = {
  id: {
    lead: "Studio cetak di Bandung yang menulis nota untuk setiap pesanan, juga untuk satu mug.",
    sections: [
      {
        heading: "Cetak satu pun bisa",
        paragraphs: [
          "Kami mencetak mug, kaos, tas kanvas, buku, poster, stiker, tumbler, dan casing ponsel. Tidak ada jumlah pesanan minimum: satu barang mendapat perhatian yang sama dengan seratus.",
          "Gambar dan tulisannya kami rancang sendiri, atau Anda yang menentukan: nama, ucapan, gambar.",
        ],
      },
      {
        heading: "Dari meja cetak ke tangan Anda",
        paragraphs: [
          "Setiap barang diperiksa sebelum dibungkus. Bila cetakannya salah, kami cetak ulang atau kembalikan dana Anda.",
        ],
      },
      {
        heading: "Mengapa nota",
        paragraphs: [
          "Nota mencatat apa yang dijanjikan: barang, harga, tanggal. Warnanya menunjukkan letak pesanan Anda: kuning menunggu pembayaran, merah muda sedang dibuat atau dikirim, hijau selesai.",
        ],
      },
    ],
  },
  en: {
    lead: "A print workshop in Bandung that writes a receipt for every order, even for one mug.",
    sections: [
      {
        heading: "No minimum, even one",
        paragraphs: [
          "We print mugs, T-shirts, tote bags, books, posters, stickers, tumblers and phone cases. There is no minimum order: one piece gets the care of a hundred.",
          "We draw the pictures and the words ourselves, or you choose them: a name, a greeting, a picture.",
        ],
      },
      {
        heading: "From the press to your hands",
        paragraphs: [
          "Every piece is checked before it is wrapped. If the print is wrong, we print it again or return your money.",
        ],
      },
      {
        heading: "Why a receipt",
        paragraphs: [
          "A receipt records what was promised: the item, the price, the day. Its colour shows where your order is: yellow waits for payment, pink is being made or sent, green is done.",
        ],
      },
    ],
  },
};

/** The announcement of the demo shop. */
const banner = {
  text: {
    id: "Dicetak di Bandung, dikirim Senin–Sabtu ke seluruh Indonesia",
    en: "Printed in Bandung, sent Monday to Saturday across Indonesia",
  },
  link: "",
  tone: "ink",
  dismissible: true,
};

/** The published documents of the demo shop. */
export async function seedSite(sql: TransactionSql): Promise<void> {
  await publish(sql, "banner", "main", banner);
  await publish(sql, "page", "about", {
    title: { id: "Tentang kami", en: "About us" },
    description: { id: about.id.lead, en: about.en.lead },
    text: { id: typed(about.id.sections), en: typed(about.en.sections) },
    in_sitemap: true,
  });
}

function typed(sections: (typeof about)["id"]["sections"]): string {
  return sections
    .map(({ heading, paragraphs }) => [`# ${heading}`, ...paragraphs].join("\n\n"))
    .join("\n\n");
}

async function publish(
  sql: TransactionSql,
  kind: string,
  key: string,
  body: object,
): Promise<void> {
  const id = `${kind}:${key}`;
  await sql`insert into public.site_documents (kind, key, newest_version) values (${kind}, ${key}, 1)`;
  await sql`
    insert into public.site_versions (document_id, version, body) values (${id}, 1, ${sql.json(body)})`;
  await sql`update public.site_documents set published_version = 1 where id = ${id}`;
  await sql`select private.apply_site(${id})`;
}
