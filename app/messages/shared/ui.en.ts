import { counted } from "#base/plural.ts";
import type { id } from "./ui.id.ts";

export const en: typeof id = {
  skipToContent: "Skip to content",
  loading: "Loading",
  offline: "You are offline. Your cart stays on this device.",
  busy: "The shop is out of reach. What you typed is safe; trying again…",
  offlineLink: "That page needs the internet. Connect first, then tap again.",
  optional: "(optional)",
  close: "Close",
  retry: "Try again",
  undo: "Undo",
  backHome: "Go to the home page",
  toShop: "See all products",
  breadcrumbs: "Where you are",
  language: "Language",
  menu: "Main menu",
  dismissBanner: "Close the announcement",
  allProducts: "All products",
  account: "Account",
  signIn: "Sign in",
  cart: "Cart",
  cartCount: (count) => `Cart, ${counted(count, "item", "items")}`,
  colourMode: { label: "Colour mode", light: "Light", dark: "Dark", system: "As on this device" },
  search: {
    label: "Search products",
    placeholder: "Search products",
    submit: "Search",
    recent: "Recent searches",
    forget: "Clear",
    popular: "Popular searches",
    count: (count) => counted(count, "suggestion", "suggestions"),
  },
  stepper: { less: "One less", more: "One more" },
  price: { from: "from", printed: "with print", was: "Before" },
  stock: { in: "In stock", low: "Only a few left", out: "Sold out" },
  region: {
    label: "District, village or postal code",
    placeholder: "e.g. Coblong, or 40132",
    hits: (count) => `${counted(count, "place", "places")} found`,
    none: "No area found. Try the name of the district alone, or check your connection.",
  },
  soldOut: "Sold out",
  stages: {
    awaiting_payment: "Waiting for payment",
    processing: "In progress",
    shipped: "On its way",
    done: "Done",
    canceled: "Cancelled",
  },
  pagination: {
    label: "Pages",
    previous: "Previous page",
    next: "Next page",
    page: (page) => `Page ${page}`,
  },
  footer: {
    prices: "Prices are in rupiah.",
    pricesWithTax: "Prices are in rupiah and include VAT (PPN).",
    whatsappText: (name: string) => `Hello ${name}, I have a question.`,
    /** A column that is added to every footer with columns of the shop's own. */
    legal: {
      title: "Legal",
      links: [
        ["Terms & conditions", "/TermsAndConditions"],
        ["Privacy policy", "/PrivacyPolicy"],
        ["Shipping & returns", "/ShippingAndReturns"],
      ] as [name: string, path: string][],
    },
    groups: [
      {
        title: "Shopping",
        links: [
          ["All products", "/Shop"],
          ["Cart", "/Cart"],
          ["Shipping & returns", "/ShippingAndReturns"],
          ["Questions", "/Faq"],
        ],
      },
      {
        title: "The shop",
        links: [
          ["About us", "/About"],
          ["Contact", "/Contact"],
          ["Terms & conditions", "/TermsAndConditions"],
          ["Privacy policy", "/PrivacyPolicy"],
        ],
      },
    ],
  },
  notFound: {
    title: "Page not found",
    text: "The address may be mistyped, or the product is no longer sold. Try the search box above.",
    line: (path) => `404 Page not found: ${path}`,
    popular: "Bought most often",
  },
  unauthorised: {
    title: "This page is for the shop's staff",
    text: "Only a staff account can open it.",
    signIn: "Sign in as staff",
  },
  busyError: {
    title: "The shop is busy or just starting",
    text: "Your orders and your cart are unchanged. This page tries again by itself every 10 seconds.",
  },
  serverError: {
    title: "Something broke on our side",
    text: "Your orders and your cart are unchanged. Try again in a moment.",
    reference: "Reference",
    whatsapp: "Tell us on WhatsApp",
    whatsappText: (reference) => `Hello, a page of the shop failed. Reference: ${reference}`,
  },
};
