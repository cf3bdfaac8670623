import type { id } from "./reading.id.ts";

export const en: typeof id = {
  about: {
    title: "About us",
    lead: "A print workshop in Bandung that writes a receipt for every order, even for one mug.",
    sections: [
      {
        heading: "We print even one",
        paragraphs: [
          "We print mugs, T-shirts, tote bags, books, posters, stickers, tumblers and phone cases. There is no smallest order: one piece gets the care of a hundred.",
          "We draw the pictures and the words ourselves, or you choose them: a name, a greeting, a picture.",
        ],
      },
      {
        heading: "Why a receipt",
        paragraphs: [
          "A receipt keeps what was promised: the thing, the price, the day. In this shop its colour tells where your order is: yellow waits for payment, pink is being made or sent, green is done.",
        ],
      },
    ],
  },
  faq: {
    title: "Questions",
    lead: "What people ask most. Not here? Write to us on WhatsApp.",
    sections: [
      { heading: "Is there a smallest order?", paragraphs: ["No. We print even one."] },
      {
        heading: "What does delivery cost and when does it arrive?",
        paragraphs: [
          "Type your district on a product's page or in the cart. Courier, price and the expected day are shown before you pay.",
        ],
      },
      {
        heading: "Do prices include tax?",
        paragraphs: ["Yes. All prices include VAT. Only delivery is added."],
      },
      {
        heading: "Do I need an account?",
        paragraphs: [
          "Not to look around or to fill a cart. To pay you do, so that you can find your order and its tracking number again.",
        ],
      },
      {
        heading: "Can I cancel an order?",
        paragraphs: [
          "Yes, as long as it is unpaid or not yet prepared. Open your order and choose to cancel.",
        ],
      },
      {
        heading: "My piece is misprinted or damaged. What now?",
        paragraphs: [
          "Send a photo on WhatsApp with the order number. We print it again or return your money.",
        ],
      },
    ],
  },
  shipping: {
    title: "Shipping & returns",
    lead: "We send from Bandung, Monday to Saturday, to all of Indonesia.",
    sections: [
      {
        heading: "Delivery",
        paragraphs: [
          "The cost depends on the district and on the weight and size of the parcel, and is shown in full before you pay.",
          "Orders paid before 14:00 WIB are handled on the same working day. The tracking number comes by email and stands on your order.",
        ],
      },
      {
        heading: "When something is wrong",
        paragraphs: [
          "Misprinted, damaged on the way, or the wrong thing: tell us within 2 working days of receiving the parcel, with a photo and the order number. We send another or return your money, delivery included.",
        ],
      },
      {
        heading: "Named pieces",
        paragraphs: [
          "Pieces printed with your name or picture are made for you and cannot be returned for a change of mind. If the print is faulty we replace them all the same.",
        ],
      },
      {
        heading: "Refunds",
        paragraphs: [
          "Money goes back the way you paid, or by bank transfer where that way does not support refunds.",
        ],
      },
    ],
  },
  terms: {
    title: "Terms & conditions",
    lead: "What you and we agree on when you shop here.",
    sections: [
      {
        heading: "Parties",
        paragraphs: [
          "The seller is CV Nota dan Kawan, Bandung. The buyer is whoever places the order.",
        ],
      },
      {
        heading: "Prices and payment",
        paragraphs: [
          "Prices are in rupiah and include VAT. The total to pay, delivery included, is shown before you order.",
          "Your pieces are set aside until the payment time written on the order. After that the order lapses by itself.",
        ],
      },
      {
        heading: "Delivery, cancellation, returns",
        paragraphs: [
          "What we promise about delivery and returns is on the page Shipping & returns and is part of these terms. You may cancel as long as we have not prepared your order.",
        ],
      },
      {
        heading: "Pictures you send",
        paragraphs: [
          "You confirm that you may use the pictures and words you send. We may refuse to print what breaks the law or somebody's rights; your money is returned.",
        ],
      },
      {
        heading: "Complaints",
        paragraphs: [
          "Write on WhatsApp or to the email below this page. We answer on working days.",
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
          "Your email, a scrambled form of your password, the recipient's name and phone, the address, and your orders. We never keep card numbers.",
          "Your cart, recent searches and recently seen products stay on your device.",
        ],
      },
      {
        heading: "What for",
        paragraphs: [
          "To handle, send and bill your orders. Promotional mail is sent only if you ask for it, and stops whenever you like.",
        ],
      },
      {
        heading: "Who receives it",
        paragraphs: [
          "Couriers receive the recipient's name, phone and address. Payment providers receive the amount paid. We do not sell your data.",
        ],
      },
      {
        heading: "Your rights",
        paragraphs: [
          "Under Indonesian Law 27/2022 you may see and correct your data, ask for a copy, and ask for its deletion. Write to the email below this page.",
        ],
      },
    ],
  },
};
