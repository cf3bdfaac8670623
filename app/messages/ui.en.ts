import type { id } from "./ui.id.ts";

export const en: typeof id = {
  skipToContent: "Skip to content",
  backHome: "Go to the home page",
  toShop: "See all products",
  retry: "Try again",
  notFound: {
    title: "Page not found",
    text: "The address may be mistyped, or the product is no longer sold.",
    line: (path) => `404 Page not found: ${path}`,
  },
  unauthorised: {
    title: "You may not open this page",
    text: "This page is for the shop's staff. Sign in with another account if you have one.",
    signIn: "Sign in with another account",
  },
  serverError: {
    title: "Something broke on our side",
    text: "Your orders and your cart are unchanged. Try again in a moment.",
    reference: "Reference",
    whatsapp: "Tell us on WhatsApp",
    whatsappText: (reference) => `Hello, a page of the shop failed. Reference: ${reference}`,
  },
};
