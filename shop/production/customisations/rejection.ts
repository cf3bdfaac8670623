/** Why staff reject a design; the words and the laws they rest on are in the message catalogue. */
export const rejections = [
  "copyright",
  "trademark",
  "state_symbol",
  "pornography",
  "hatred",
  "personal_data",
  "quality",
] as const;
export type Rejection = (typeof rejections)[number];
