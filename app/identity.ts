/** Who sells: shown in the footer, in structured data and in page titles. */
export const shop = {
  name: "Nota & Co",
  legalName: "CV Nota dan Kawan",
  street: "Jl. Braga 88",
  city: "Bandung 40111",
  email: "halo@etalase.test",
  /** Digits only, as wa.me wants them. */
  whatsapp: "6281200004848",
  whatsappShown: "0812-0000-4848",
  hours: { id: "Senin–Sabtu, 09.00–17.00 WIB", en: "Monday–Saturday, 09.00–17.00 WIB" },
} as const;
