import type { id } from "./outcome.id.ts";

const wrong = "Is something damaged or wrong? Tell us from the order’s page.";

const money = {
  none: "There is nothing to pay.",
  here: "Money that came in goes back.",
  returned: "Your money has been returned.",
};

export const en: typeof id = {
  page: "Your order",
  unknownText: "Sign in to see the order and its payment.",
  signIn: "Sign in",
  next: "What happens next",
  steps: (days) => [
    "We print and pack your order.",
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
  to_pay: {
    title: "Your order is placed and waits for its payment",
    text: ({ amount, until }) =>
      `Pay ${amount} before ${until}. How to pay is on the order’s page and in your email.`,
  },
  proof: {
    title: "We have your proof of transfer",
    text: () =>
      "Staff compare it with the shop’s account in working hours. This page changes by itself when the money is there; we also send an email.",
  },
  checking: {
    title: "We are waiting for word of the payment",
    text: () =>
      "This page changes by itself when it comes; we also send an email. Not done paying? Go on from the order’s page.",
  },
  declined: {
    title: "The payment did not go through",
    text: ({ until }) =>
      `We are keeping your order until ${until}. Pay again with another card or in another way.`,
  },
  expired: {
    title: "The time to pay is over",
    text: () => "You can order the items again from the order’s page.",
  },
  canceled: {
    title: "This order was cancelled",
    text: (facts) => `${money[facts.money]} You can order the items again from the order’s page.`,
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
    title: "Part of your order has left",
    text: () => "The rest follows. The tracking number of each shipment is on the order’s page.",
  },
  sent: {
    title: "Your order is on its way",
    text: ({ days }) => `It should arrive ${days}. The tracking number is on the order’s page.`,
  },
  arrived: { title: "Your order has arrived", text: () => wrong },
  pickup: {
    cash: {
      title: "Thank you, we are preparing your order",
      text: ({ amount }) => `Have ${amount} in cash ready when you fetch it.`,
    },
    sent_part: {
      title: "Part of your order is ready for pickup",
      text: () => "The rest follows. We send an email once it is ready.",
    },
    sent: {
      title: "Your order is ready for pickup",
      text: () => "Tell the staff your order number.",
    },
    arrived: { title: "You have picked up your order", text: () => wrong },
  },
};
