export const id = {
  undo: "Urungkan",
  step: (step: string, time: string) => `${step}, ${time}.`,
  until: (time: string) => `Keliru? Bisa diurungkan sampai ${time}.`,
  mailed: "Bila diurungkan, pembeli mendapat email ralat.",
};
