import type { id } from "./maintenance.id.ts";

export const en: typeof id = {
  mark: "back soon",
  title: "Closed for maintenance",
  text: "We are back shortly. Your orders and your cart are safe.",
  retry: "Try again",
  waiting: "This page opens by itself once the shop is open again.",
  message: "The shop is closed for maintenance. Try again shortly.",
};
