/** Who sells: shown in the footer, in structured data and in page titles. */
export const shop = {
  name: "Nota & Co",
  legalName: "CV Nota dan Kawan",
  street: "Jl. Braga No. 48",
  city: "Sumur Bandung, Kota Bandung 40111",
  email: "halo@etalase.test",
  /** Digits only, as wa.me wants them. */
  whatsapp: "6281234567890",
  whatsappShown: "0812-3456-7890",
  hours: { id: "Senin–Sabtu, 09.00–17.00 WIB", en: "Monday–Saturday, 09.00–17.00 WIB" },
} as const;
