import type { Language } from "#base/language.ts";
import { counted } from "#base/plural.ts";
import type { PrintProcess } from "#shop/designs/document/print-processes.ts";
import { formatDaySpan } from "#shop/kernel/dates.ts";

interface TicketTexts {
  readonly title: string;
  readonly line: (number: number) => string;
  readonly pieces: (count: number) => string;
  readonly due: string;
  /** @param day YYYY-MM-DD */
  readonly day: (day: string) => string;
  /** Of the line of 100 mm. */
  readonly scale: string;
  readonly process: string;
  readonly processes: Readonly<Record<PrintProcess, string>>;
  /** Of all pieces. */
  readonly work: string;
  readonly minutes: (minutes: number) => string;
  readonly size: string;
  readonly inks: string;
  readonly picture: string;
  readonly words: string;
  /** A piece of a roster without words of its own. */
  readonly blank: string;
  readonly mirrored: string;
  readonly white: string;
  readonly cut: string;
  readonly print: string;
  readonly scan: string;
}

/** What stands on a job ticket. */
export const ticketTexts: Readonly<Record<Language, TicketTexts>> = {
  id: {
    title: "Tiket kerja",
    line: (number) => `Baris ${number}`,
    pieces: (count) => `${count} buah`,
    due: "Dicetak paling lambat",
    day: (day) => formatDaySpan(day, day, "id"),
    scale: "100 mm",
    process: "Cara cetak",
    processes: {
      sublimation: "Sublimasi",
      dtf: "DTF",
      dtg: "DTG",
      screen: "Sablon",
      uv: "UV",
      inkjet: "Inkjet",
      laser: "Printer laser",
      offset: "Offset",
      engraving: "Ukir laser",
    },
    work: "Perkiraan kerja",
    minutes: (minutes) => `${minutes} menit`,
    size: "Ukuran cetak",
    inks: "Warna",
    picture: "gambar",
    words: "Tulisan",
    blank: "tanpa nama",
    mirrored: "CERMIN",
    white: "TINTA PUTIH",
    cut: "POTONG",
    print: "Cetakan",
    scan: "Pindai untuk mencatat hasil",
  },
  en: {
    title: "Job ticket",
    line: (number) => `Line ${number}`,
    pieces: (count) => counted(count, "piece", "pieces"),
    due: "Print by",
    day: (day) => formatDaySpan(day, day, "en"),
    scale: "100 mm",
    process: "Process",
    processes: {
      sublimation: "Sublimation",
      dtf: "DTF",
      dtg: "DTG",
      screen: "Screen print",
      uv: "UV",
      inkjet: "Inkjet",
      laser: "Laser print",
      offset: "Offset",
      engraving: "Laser engraving",
    },
    work: "Estimated work",
    minutes: (minutes) => counted(minutes, "minute", "minutes"),
    size: "Size of the print",
    inks: "Colours",
    picture: "picture",
    words: "Words",
    blank: "no name",
    mirrored: "MIRRORED",
    white: "WHITE INK",
    cut: "CUT",
    print: "Print",
    scan: "Scan to count what came out",
  },
};
