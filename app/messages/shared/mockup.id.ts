export const id = {
  caption: "Ilustrasi",
  /** @param printed the printed words, joined; may be empty */
  illustration: (printed: string) => (printed ? `Ilustrasi: ${printed}` : "Ilustrasi desain"),
};
