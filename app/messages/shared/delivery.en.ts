import { counted } from "#base/plural.ts";
import type { id } from "./delivery.id.ts";

export const en: typeof id = {
  lapsed: (name) =>
    `${name} is no longer available for this address or this cart. Choose another way of delivery.`,
  repriced: (name, before, now) => `Delivery by ${name} changed from ${before} to ${now}.`,
  free: "Free",
  shipping: "Delivery",
  from: "Delivery from",
  before: "Was",
  now: "now",
  upTo: (cap) => `Up to ${cap} off delivery`,
  production: (days) =>
    `Printed in ${counted(days, "working day", "working days")}, which the dates include`,
  ready: (days) => `Ready to pick up ${days}`,
  unreachable: "Nothing in your cart can be sent to this address yet. Choose another address.",
  backordered: (pieces) =>
    counted(
      pieces,
      "of them is on order and will follow.",
      "of them are on order and will follow.",
    ),
};
