import type { id } from "./maintenance.id.ts";

export const en: typeof id = {
  mark: "back soon",
  title: "The shop is being looked after",
  text: "We are back shortly. Your orders and your cart are safe.",
  retry: "Try again",
  waiting: "This page loads again by itself every minute.",
  message: "The shop is closed for maintenance. Try again shortly.",
};
