export const en = {
  times: (part: string, count: number) => `${part} × ${count}`,
  from: (part: string, pieces: number) => `${part}, price from ${pieces} pieces`,
  once: (part: string) => `${part}, once per design`,
  each: "Price of a piece in detail",
  cheaper: (pieces: number, amount: string) => `From ${pieces} pieces: ${amount} less each.`,
  madeToOrder:
    "Made for you, so it cannot be returned for a change of mind. If it is misprinted, damaged or unlike the print you approved, we print it again or return your money.",
  roster: {
    names: (pieces: number) =>
      pieces === 1 ? "List of names, 1 piece" : `List of names, ${pieces} pieces`,
    blank: "no name",
  },
};
