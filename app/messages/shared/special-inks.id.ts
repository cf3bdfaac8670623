import type { PrintProcess } from "#shop/designs/document/print-processes.ts";

const near = "Mirip layar biasa. Warna neon dan biru tua menjadi lebih redup.";
const converted =
  "Mesin cetak mengubah warnanya sendiri, jadi kami tidak menjanjikan angka warna. Pesan satu contoh dahulu bila warnanya penting.";

export const id = {
  title: (plates: readonly string[], area: string) => `${plates.join(" dan ")}: ${area}`,
  plates: "Yang ditampilkan",
  colours: "Warna",
  white: "Tinta putih",
  cut: "Garis potong",
  picture: (plates: readonly string[]) => `Ditampilkan: ${plates.join(", ") || "bahan saja"}`,
  whiteHint: "Tinta putih dicetak di bawah warna, 0,2 mm lebih kecil.",
  cutHint: "Garis potong tidak dicetak.",
  failed: "Tinta putih dan garis potong belum termuat.",
  retry: "Coba lagi",
  problems: {
    cut_islands: "Garis potongnya lebih dari satu bentuk, jadi belum bisa dipotong.",
    cut_too_thin: "Ada bagian yang terlalu tipis untuk dipotong.",
  },
  promise: "Warna cetak.",
  promises: {
    sublimation: near,
    dtf: near,
    dtg: near,
    uv: near,
    inkjet: near,
    screen: "Dicetak dengan tinta dari bagan warna kami: warnanya warna tinta itu.",
    laser: converted,
    offset: converted,
    engraving: "Ukiran tidak bertinta: warnanya warna bahan di bawah lapisan.",
  } satisfies Readonly<Record<PrintProcess, string>>,
};
