import { t } from "./build.ts";
import { mugs } from "./mugs.ts";
import { notebooks } from "./notebooks.ts";
import { phoneCases } from "./phone-cases.ts";
import { posters } from "./posters.ts";
import { stickers } from "./stickers.ts";
import { tShirts } from "./t-shirts.ts";
import { toteBags } from "./tote-bags.ts";
import { tumblers } from "./tumblers.ts";
import type { SeedCategory, SeedProduct } from "./types.ts";

export const categories: SeedCategory[] = [
  {
    slug: "mug",
    name: t("Mug", "Mugs"),
    description: t(
      "Keramik 330 dan 450 ml, dicetak dan dibakar di studio cetak kami.",
      "Ceramic in 330 and 450 ml, printed and fired in our workshop.",
    ),
    position: 1,
  },
  {
    slug: "tote-bag",
    name: t("Tas Kanvas", "Tote Bags"),
    description: t(
      "Kanvas katun tebal untuk pasar, kampus, dan kantor.",
      "Heavy cotton canvas for the market, campus and office.",
    ),
    position: 2,
  },
  {
    slug: "kaos",
    name: t("Kaos", "T-shirts"),
    description: t(
      "Katun combed yang adem, sablon tinta air yang tidak kaku.",
      "Cool combed cotton with soft water-based prints.",
    ),
    position: 3,
  },
  {
    slug: "buku-catatan",
    name: t("Buku Catatan", "Notebooks"),
    description: t(
      "Buku yang terbuka rata, dari buku nota sampai buku sketsa.",
      "Books that lie flat, from nota books to sketchbooks.",
    ),
    position: 4,
  },
  {
    slug: "poster",
    name: t("Poster", "Posters"),
    description: t(
      "Cetakan dinding A4 sampai 50 × 70 cm, dikirim dalam tabung.",
      "Wall prints from A4 to 50 × 70 cm, sent in a tube.",
    ),
    position: 5,
  },
  {
    slug: "stiker",
    name: t("Stiker", "Stickers"),
    description: t(
      "Vinil tahan air untuk laptop, botol, dan buku.",
      "Waterproof vinyl for laptops, bottles and books.",
    ),
    position: 6,
  },
  {
    slug: "tumbler",
    name: t("Tumbler", "Tumblers"),
    description: t(
      "Baja dinding ganda yang menjaga panas dan dingin seharian.",
      "Double-walled steel that keeps hot and cold all day.",
    ),
    position: 7,
  },
  {
    slug: "casing-ponsel",
    name: t("Casing Ponsel", "Phone Cases"),
    description: t(
      "Pelindung tipis dengan cetakan sampai ke tepi.",
      "Slim protection, printed right to the edge.",
    ),
    position: 8,
  },
];

export const products: SeedProduct[] = [
  ...mugs,
  ...toteBags,
  ...tShirts,
  ...notebooks,
  ...posters,
  ...stickers,
  ...tumblers,
  ...phoneCases,
];
