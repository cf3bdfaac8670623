import { counted } from "#base/plural.ts";
export const en = {
  times: (part: string, count: number) => `${part} × ${count}`,
  from: (part: string, pieces: number) =>
    `${part}, price from ${counted(pieces, "piece", "pieces")}`,
  once: (part: string) => `${part}, once per design`,
  included: "Including:",
  each: "Price of a piece in detail",
  cheaper: (pieces: number, amount: string) =>
    `From ${counted(pieces, "piece", "pieces")}: ${amount} less each.`,
  madeToOrder:
    "Made for you, so it cannot be returned for a change of mind. If it is misprinted, damaged or unlike the design you ordered or approved, we print it again or return your money.",
  roster: {
    names: (pieces: number) => `List of names, ${counted(pieces, "piece", "pieces")}`,
    blank: "no name",
  },
};
