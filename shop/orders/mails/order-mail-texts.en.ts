import { depositMailTexts } from "./deposit-mail-texts.ts";
import type { OrderMailTexts } from "./order-mail-kinds.ts";

export const en: OrderMailTexts = {
  ...depositMailTexts.en,
  greeting: (name) => `Hello ${name},`,
  track: "Track order",
  view: "View order",
  pay: (total) => `Pay ${total}`,
  fillAccount: "Enter account",
  account: "Open the full order",
  ordered: "Ordered",
  replaces: "Replaces order",
  arrives: "Estimated arrival",
  ready: "Estimated pickup",
  quantity: (pieces) => `Quantity ${pieces}`,
  free: "Free",
  paidStamp: "PAID",
  discount: "Discount",
  shipping: "Delivery",
  pickup: "Pick up in store",
  setup: "Design set-up",
  madeToOrder:
    "Pieces with your name or picture are made for you, so they can't be returned for a change of mind. If they are misprinted, damaged or unlike the design you ordered or approved, we reprint them or refund you.",
  paymentFee: "Cash on delivery fee",
  transferCode: "Unique code",
  difference: "Payment difference",
  total: "Total",
  footer: (shop, hasEmail) =>
    `This email is about your order at ${shop}. ${
      hasEmail ? "Reply to it with any questions." : "Questions? Use the contact page."
    }`,
  supplement: {
    awaiting_payment: ({ supplementOf, total, deadline }) => ({
      subject: `New design for order ${supplementOf}: ${total} more to pay`,
      heading: "Supplement for the new design",
      body: `The design that you changed in order ${supplementOf} costs ${total} more. Pay before ${deadline}, and we'll check the design then. Until it is paid, we don't print this item.`,
    }),
    paid: ({ supplementOf }) => ({
      subject: `We received the supplement for order ${supplementOf}`,
      heading: "Paid, thank you",
      body: `We've received the supplement for the new design in order ${supplementOf} and are checking the design now.`,
    }),
    canceled: ({ supplementOf }) => ({
      subject: `The supplement for order ${supplementOf} was cancelled`,
      heading: "Supplement cancelled",
      body: `The supplement for the new design in order ${supplementOf} no longer needs to be paid, and that design won't be printed. If you had paid, we'll refund you.`,
    }),
    expired: ({ supplementOf }) => ({
      subject: `The supplement for order ${supplementOf} expired unpaid`,
      heading: "Payment time is over",
      body: `We didn't receive the supplement for the new design in order ${supplementOf}, so we won't use that design. Your order stands: change the design again or write to us.`,
    }),
  },
  supplement_reminder: ({ supplementOf, total, deadline }) => ({
    subject: `The new design for order ${supplementOf} still waits for ${total}`,
    heading: "The supplement is not paid yet",
    body: `We haven't received the supplement of ${total} for the new design in order ${supplementOf}. Pay before ${deadline}; after that we won't use the new design. Until it is paid, we don't print this item.`,
  }),
  awaiting_payment: ({ number, total, deadline }) => ({
    subject: `Order ${number} is waiting for payment`,
    heading: "Waiting for payment",
    body: `We've received order ${number}. Pay ${total} before ${deadline} and we'll keep your items reserved.`,
  }),
  placed_for_cash: ({ number, total, pickup }) => ({
    subject: `Order ${number} is being prepared, cash ${pickup ? "at pickup" : "on delivery"}`,
    heading: "We are preparing your order",
    body: pickup
      ? `We have begun to prepare order ${number}. Have ${total} in cash ready when you pick it up at ${pickup.place}. We'll email you once it's ready.`
      : `We have begun to prepare order ${number}. Keep ${total} in cash ready for the courier.`,
  }),
  placed_for_nothing: ({ number }) => ({
    subject: `We are preparing order ${number}`,
    heading: "We are preparing your order",
    body: `We have begun to prepare order ${number}. There is nothing to pay.`,
  }),
  paid: ({ number }) => ({
    subject: `We received the payment for order ${number}`,
    heading: "Paid, thank you",
    body: `We've received the payment for order ${number} and are starting on it now.`,
  }),
  shipped: ({ number, courier, tracking, pickup }) =>
    pickup
      ? {
          subject: `Order ${number} is ready for pickup`,
          heading: "Ready for pickup",
          body: `Order ${number} is ready at ${pickup.place}.${pickup.hours ? ` Opening hours: ${pickup.hours}.` : ""} Give our team this order number.`,
        }
      : {
          subject: `Order ${number} is on its way`,
          heading: "Your order is on its way",
          body: `Order ${number} left with ${courier}${tracking ? `, tracking number ${tracking}` : ""}.`,
        },
  tracking_corrected: ({ number, courier, tracking }) => ({
    subject: `Corrected tracking number for order ${number}`,
    heading: "Your tracking number was corrected",
    body: `The correct tracking number for order ${number}: ${courier}, ${tracking}. Ignore the number in our earlier email.`,
  }),
  not_shipped: ({ number, pickup }) =>
    pickup
      ? {
          subject: `Correction: order ${number} is not ready for pickup yet`,
          heading: "Not ready for pickup yet",
          body: `Our earlier email was wrong: order ${number} is not ready for pickup yet. Please come once we email you again.`,
        }
      : {
          subject: `Correction: order ${number} has not been sent yet`,
          heading: "Not sent yet",
          body: `Our earlier email was wrong: the package of order ${number} with the goods below has not left yet. We'll email you again once it is sent.`,
        },
  address_changed: ({ number, to }) => ({
    subject: `Address of order ${number} changed`,
    heading: "Address changed",
    body: `We changed the delivery address of order ${number} to:\n${to}\n\nIf it is wrong, reply to this email before we send the order.`,
  }),
  delivered: ({ number, pickup }) => ({
    subject: `Order ${number} ${pickup ? "was picked up" : "has arrived"}`,
    heading: pickup ? "Your order was picked up" : "Your order has arrived",
    body: `Order ${number} is recorded as ${pickup ? "picked up" : "received"}. If anything is missing, report it on the order's page.`,
  }),
  not_delivered: ({ number, pickup }) => ({
    subject: `Correction: order ${number} ${pickup ? "has not been picked up yet" : "has not arrived yet"}`,
    heading: pickup ? "Not picked up yet" : "Not arrived yet",
    body: `Our earlier email was wrong: order ${number} ${pickup ? "has not been picked up" : "has not arrived"} yet. You do not need to do anything.`,
  }),
  canceled: ({ number, money }) => ({
    subject: `Order ${number} was cancelled`,
    heading: "Order cancelled",
    body: {
      none: `Order ${number} has been cancelled. You do not need to pay for it.`,
      kept: `Order ${number} has been cancelled. Contact us if you have a question about your payment.`,
      refunded: `Order ${number} has been cancelled. We'll refund you and email you once the money is on its way.`,
    }[money],
  }),
  expired: ({ number }) => ({
    subject: `Order ${number} expired unpaid`,
    heading: "Payment time is over",
    body: `We didn't receive a payment for order ${number}, so we won't process it. You can order again at any time.`,
  }),
  refund_account: ({ number, amount }) => ({
    subject: `Which account should ${amount} go to?`,
    heading: "Tell us your account",
    body: `We're refunding ${amount} for order ${number} by bank transfer. Open your order and enter the account. We never ask for a PIN or a code by email.`,
  }),
  refund_account_given: ({ number, amount, bank, lastDigits }) => ({
    subject: `The account for the refund of order ${number} was entered`,
    heading: "Account for the refund entered",
    body: `We'll transfer ${amount} for order ${number} to the ${bank} account that ends in ${lastDigits}. Not you? Change your password now, sign out all other devices, enter the right account in your order, then contact us.`,
  }),
  refunded: ({ number, amount, channel }) => ({
    subject: `${amount} for order ${number} was refunded`,
    heading: "Refund sent",
    body: {
      by_hand: `We returned ${amount} for order ${number} to you in person.`,
      bank_transfer: `We transferred ${amount} for order ${number} to your account.`,
      original: `We refunded ${amount} for order ${number} to your payment method. Your bank may need a few working days to show it.`,
    }[channel],
  }),
};
