import type { id } from "./track.id.ts";

export const en: typeof id = {
  title: (number) => `Order ${number}`,
  lead: "This page only shows the progress of the order. Sign in to see its details, address and receipt. No account yet? Sign in with a code that we send to this order's email.",
  placed: (time) => `Placed ${time}`,
  pay: "Pay",
  payUntil: (time) => `Pay before ${time}`,
  payText: "Sign in with this order's email to pay. We keep the items reserved until then.",
  supplement: {
    payText: "Sign in with this order's email to pay. We check your new design then.",
    paid: "This supplement is paid",
    ended: "This supplement has ended",
    endedText: "That new design is not printed, and what was paid goes back.",
    comesWith: "It has no shipment of its own: the goods are in order",
  },
  arrives: (days) => `Estimated arrival ${days}`,
  shipments: "Shipments",
  none: "No shipment yet. It will appear here once it is packed.",
  replacement: "Replacement",
  statuses: {
    pending: "Being prepared",
    shipped: "On its way",
    delivered: "Received",
    canceled: "Cancelled",
  },
  shipped: (time) => `Sent ${time}`,
  delivered: (time) => `Received ${time}`,
  trackingNumber: "Tracking number",
  signIn: "Sign in",
  unknown: "This order link doesn't work",
  unknownText:
    "Open it again from the email; if you copied it, check that it's complete. Your orders are also in your account.",
  toOrders: "See my orders",
  tooMany: "Too many wrong links. Wait ten minutes, then open the link in the email again.",
};
