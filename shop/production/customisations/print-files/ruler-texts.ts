import type { Language } from "#base/language.ts";

interface RulerTexts {
  readonly title: string;
  readonly howTo: string;
  readonly measured: string;
  readonly area: (side: string, size: string) => string;
  readonly larger: string;
  readonly page: (place: number, count: number) => string;
}

/** The words of the page that shows print areas in true size. */
export const rulerTexts: Readonly<Record<Language, RulerTexts>> = {
  id: {
    title: "Halaman ukur",
    howTo: "Cetak pada A4 dengan skala 100%, tanpa \u201csesuaikan halaman\u201d.",
    measured: "Garis ini 100 mm. Bila tidak, ukuran cetak belum benar.",
    area: (side, size) => `${side}: ${size}`,
    larger: "Lebih besar dari lembar ini: yang tampak bagian kiri atas.",
    page: (place, count) => `Halaman ${place} dari ${count}`,
  },
  en: {
    title: "Ruler page",
    howTo: "Print on A4 at 100%, without \u201cfit to page\u201d.",
    measured: "This line is 100 mm. If it is not, the scale is wrong.",
    area: (side, size) => `${side}: ${size}`,
    larger: "Larger than this sheet: its upper left part is shown.",
    page: (place, count) => `Page ${place} of ${count}`,
  },
};
