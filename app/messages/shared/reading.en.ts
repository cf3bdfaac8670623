import type { id } from "./reading.id.ts";

export const en: typeof id = {
  about: {
    title: "About us",
    lead: "See our products, work out the delivery cost, and order right here.",
    sections: [
      {
        heading: "Shopping here",
        paragraphs: [
          "The price, the delivery cost and the expected day of arrival are shown before you pay. Any questions? Write to us through the contact page.",
        ],
      },
      {
        heading: "Colours of a receipt",
        paragraphs: [
          "Every order has a numbered receipt. Its colour shows where your order is: yellow waits for payment, pink is being made or sent, green is done.",
        ],
      },
    ],
  },
  privacy: {
    title: "Privacy policy",
    lead: "What we keep, what for, and what you may ask of us.",
    sections: [
      {
        heading: "What we keep",
        paragraphs: [
          "Your email, a scrambled form of your password, the recipient's name and phone, the address, your orders, and the designs you keep or order. We never keep card numbers.",
          "What you write in the contact form with our answers, which emails you want, and which sold-out things you asked to hear about.",
          "Your cart, recent searches and recently seen products stay on your device. There are two cookies: one says that you are signed in, one is the key to designs you make without an account. We delete those 30 days after they were last saved, and the photos in ordered designs a year after the goods are made, unless you ask us to keep them longer. We do not follow you to other sites.",
        ],
      },
      {
        heading: "What for",
        paragraphs: [
          "To handle, send and bill your orders, and to answer you. Promotional email is sent only if you ask for it; reminders and promotions stop whenever you like on the email choices page.",
        ],
      },
      {
        heading: "Who receives it",
        paragraphs: [
          "Couriers receive the recipient's name, phone and address. Payment providers receive the amount paid. We do not sell your data.",
        ],
      },
      {
        heading: "How long",
        paragraphs: [
          "Account data as long as your account exists. Receipts of orders as long as the law asks for, also after the account is gone, and then no longer tied to it.",
          "Your consent to promotional email is kept as proof, with the sentence that you agreed to; your network address and browser in it go after 90 days. Once your data is deleted, a fingerprint stays that cannot be read as an address, so that you are not mailed again.",
        ],
      },
      {
        heading: "Your rights",
        paragraphs: [
          "Under Indonesian Law 27/2022 you may see and correct your data, ask for a copy, and ask for its deletion. On the Security page of your account you can download everything as one file and delete the account at once.",
          "For anything else, or without an account, write through the contact page about My personal data; we answer within 3 × 24 hours.",
        ],
      },
    ],
  },
};
