import { counted } from "#base/plural.ts";
import type { id } from "./setup.id.ts";

export const en: typeof id = {
  title: "Set up the shop",
  lead: "From an empty shop to the first sale. The name, contact and address are required, because the terms refer to them. Every other step can be skipped and taken up again at any time.",
  progress: (done, count) => `${done} of ${counted(count, "step", "steps")} done`,
  ready: "The shop is ready to sell.",
  readyText: "All steps are done. More settings are in the menu Settings.",
  next: "Next step",
  done: "Done",
  skipped: "Skipped",
  skip: "Skip",
  resume: "Take it up",
  open: "Start",
  noTax: "Does not charge PPN",
  tax: "PKP: enter the NPWP",
  review: "Look again",
  rail: (done, count) => `Set-up ${done}/${count}`,
  /** The bar on the pages of the steps. */
  stepDone: "This step is done.",
  stepOpen: (step) => `Setup step: ${step}`,
  allSteps: "All steps",
  nextStep: (step) => `Next: ${step}`,
  steps: {
    identity: {
      title: "Name and contact",
      text: "The shop's name, email or WhatsApp: shown on every page, receipt and email.",
    },
    address: {
      title: "Address",
      text: "Shown under every page and on invoices; buyers collect orders there.",
    },
    tax: { title: "Tax", text: "Does the shop charge PPN? Only a registered business (PKP) may." },
    product: { title: "First product", text: "Name, photo, price and stock; then publish it." },
    delivery: { title: "Delivery price", text: "One zone and one rate are enough to begin." },
    payment: { title: "Getting paid", text: "An account for transfers, or a payment provider." },
    purchase: {
      title: "Buy something yourself",
      text: "Order one piece as a buyer, look at the receipt and the email, then cancel it.",
    },
  },
  failed: "Not saved yet. Try again.",
};
