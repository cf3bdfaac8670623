import type { id } from "./outcome.id.ts";

const wrong = "Is something damaged or wrong? Report it from the order page.";

const money = {
  none: "You owe nothing.",
  here: "We will refund what you paid.",
  returned: "You have been refunded.",
};

export const en: typeof id = {
  page: "Your order",
  unknownText: "Sign in to see the order and its payment.",
  signIn: "Sign in",
  next: "What happens next",
  steps: (days, isChecked) => [
    isChecked
      ? "We check your design, then print and pack the order."
      : "We prepare and pack your order.",
    "You get the tracking number by email when the shipment leaves.",
    `The shipment should arrive ${days}.`,
  ],
  later: {
    account: {
      text: "You bought as a guest. With an account you can open this order on any device.",
      action: "Save as an account",
    },
    password: {
      text: "Next time you can sign in with a code again, or with a password.",
      action: "Set a password",
    },
  },
  view: "View order",
  how: "See how to pay",
  pay: "Pay again",
  shop: "Keep shopping",
  save: "Save receipt (PDF)",
  print: "Print",
  share: "Share",
  copyLink: "Copy product link",
  copiedLink: "Link copied",
  shareText: (product, shop) => `I just ordered ${product} at ${shop}.`,
  to_pay: {
    title: "Your order is placed. Next: payment",
    text: ({ amount, until }) =>
      `Pay ${amount} before ${until}. Payment steps are on the order page and in your email.`,
  },
  proof: {
    title: "We have your proof of transfer",
    text: () =>
      "Our team checks it against the shop’s account during working hours. This page updates automatically once the money arrives; we also send an email.",
  },
  checking: {
    title: "Waiting for payment confirmation",
    text: () =>
      "This page updates automatically; we also send an email. Not finished paying? Continue from the order page.",
  },
  declined: {
    title: "The payment did not go through",
    text: ({ until }) =>
      `We are keeping your order until ${until}. Pay again with another card or method.`,
  },
  expired: {
    title: "Payment time is over",
    text: () => "You can order the items again from the order page.",
  },
  canceled: {
    title: "This order was cancelled",
    text: (facts) => `${money[facts.money]} You can order the items again from the order page.`,
  },
  cash: {
    title: "Thank you, we are preparing your order",
    text: ({ amount }) => `Keep ${amount} in cash ready for the courier.`,
  },
  nothing: {
    title: "Thank you, we are preparing your order",
    text: ({ email }) => `There is nothing to pay. We are sending the details to ${email}.`,
  },
  paid: {
    title: "Thank you, your order is paid",
    text: ({ email }) => `We are sending the receipt to ${email}.`,
  },
  sent_part: {
    title: "Part of your order has shipped",
    text: () => "The rest will follow. The tracking number of each shipment is on the order page.",
  },
  sent: {
    title: "Your order is on its way",
    text: ({ days }) => `It should arrive ${days}. The tracking number is on the order page.`,
  },
  arrived: { title: "Your order has arrived", text: () => wrong },
  pickup: {
    cash: {
      title: "Thank you, we are preparing your order",
      text: ({ amount }) => `Have ${amount} in cash ready when you pick it up.`,
    },
    sent_part: {
      title: "Part of your order is ready for pickup",
      text: () => "The rest will follow. We’ll email you once it’s ready.",
    },
    sent: {
      title: "Your order is ready for pickup",
      text: () => "Give our team your order number.",
    },
    arrived: { title: "You have picked up your order", text: () => wrong },
  },
};
