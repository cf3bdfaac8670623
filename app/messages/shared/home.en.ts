import type { id } from "./home.id.ts";

export const en: typeof id = {
  title: "Welcome",
  description:
    "See what we sell and what it costs, work out the delivery to your address, and order here.",
  promise: "Welcome to our shop.",
  lead: "See what we sell and what it costs, work out the delivery to your address, and order here.",
  noProducts: "Our first products are on their way. Any questions? Write to us.",
  contact: "Contact us",
  all: "See all products",
  personalise: "Personalise it",
  sample: "Bought most often",
  bestSellers: "Bought most often",
  newest: "New",
  personalisable: "Personalise it",
  collections: "Collections",
  collection: "Our choice",
  preview: "Preview of the home page",
  previewText: "This is the draft of the home page. Visitors do not see it yet.",
  categories: "Shop by kind",
  seeAll: "See all",
  copies: {
    title: "One receipt, four copies",
    white: {
      title: "Yours",
      text: "Every amount and every fee, before you pay.",
    },
    yellow: {
      title: "Waiting for payment",
      text: "Your pieces are set aside until the payment is due.",
    },
    pink: {
      title: "Made and sent",
      text: "Prepared and sent, with the tracking number on the receipt.",
    },
    green: {
      title: "Done",
      text: "In your hands. Is something faulty? Report it on the order's page.",
    },
  },
  delivery: {
    title: "Delivery cost and date, before the cart",
    text: "Type your district on a product's page: we show the courier, the price and the day it should arrive.",
  },
  payment: {
    title: "Payment methods",
    text: "You pay after the final total is shown.",
  },
};
