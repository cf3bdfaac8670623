export const id = {
  caption: "Ilustrasi",
  /** @param side its name; empty where one side is shown */
  side: (design: string, side: string) =>
    side ? `Ilustrasi desain ${design}, sisi ${side}` : `Ilustrasi desain ${design}`,
  /** @param printed the printed words, joined; may be empty */
  illustration: (printed: string) => (printed ? `Ilustrasi: ${printed}` : "Ilustrasi desain"),
};
