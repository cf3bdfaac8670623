import type { id } from "./home.id.ts";

export const en: typeof id = {
  title: "Mugs, T-shirts and receipt books, printed in Bandung",
  description:
    "Printed goods from our workshop in Bandung: mugs, T-shirts, tote bags, books, posters. We print even one.",
  promise: "We print even one.",
  lead: "Mugs, T-shirts, tote bags and receipt books from our workshop in Bandung. Printed here, sent all over Indonesia.",
  all: "See all products",
  personalise: "Ready for your name",
  sample: "Bought most often",
  bestSellers: "Bought most often",
  newest: "New from the workshop",
  personalisable: "Ready for your name",
  categories: "Shop by kind",
  seeAll: "See all",
  copies: {
    title: "One receipt, four copies",
    lead: "As in every receipt book: the colour of the sheet tells how far your order is.",
    white: {
      name: "White",
      title: "Yours",
      text: "Every amount before you pay. Nothing is added later.",
    },
    yellow: {
      name: "Yellow",
      title: "Waiting for payment",
      text: "Your pieces are set aside until the payment is due.",
    },
    pink: {
      name: "Pink",
      title: "Made and sent",
      text: "Printed in Bandung, sent Monday to Saturday, tracking number on the receipt.",
    },
    green: {
      name: "Green",
      title: "Done",
      text: "In your hands. We replace what is misprinted.",
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
