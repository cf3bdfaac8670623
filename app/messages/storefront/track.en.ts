import type { id } from "./track.id.ts";

export const en: typeof id = {
  title: (number) => `Order ${number}`,
  lead: "This page only shows how far the order has come. Sign in to see what is in it, its address and its receipt.",
  placed: (time) => `Placed ${time}`,
  arrives: (days) => `Expected ${days}`,
  shipments: "Shipments",
  none: "No shipment yet. This page changes once one is prepared.",
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
  unknown: "This order link does not work",
  unknownText:
    "Open it again from the email; if you copied it, see that it is whole. Your orders are in your account, too.",
  toOrders: "See my orders",
  tooMany: "Too many wrong links. Wait ten minutes, then open it again from the email.",
};
