export const en = {
  times: (part: string, count: number) => `${part} × ${count}`,
  from: (part: string, pieces: number) => `${part}, price from ${pieces} pieces`,
  once: (part: string) => `${part}, once per design`,
  each: "Price of a piece in detail",
  cheaper: (pieces: number, amount: string) => `From ${pieces} pieces: ${amount} less each.`,
  roster: {
    names: (pieces: number) =>
      pieces === 1 ? "List of names, 1 piece" : `List of names, ${pieces} pieces`,
    blank: "no name",
  },
};
