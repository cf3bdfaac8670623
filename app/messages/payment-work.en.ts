import type { id } from "./payment-work.id.ts";

export const en: typeof id = {
  title: "Payments",
  intro:
    "What staff have to look at: differences, transfers that are awaited, and cash from couriers.",
  views: {
    tasks: "To look at",
    transfers: "Transfers awaited",
    cash: "Cash from couriers",
    done: "Done",
  },
  empty: {
    tasks: "Nothing to look at",
    transfers: "No transfer is awaited",
    cash: "No cash is awaited",
    done: "Nothing is done yet",
  },
  expected: "Asked",
  came: "Came",
  until: (time) => `Until ${time}`,
  since: (time) => `Since ${time}`,
  proofs: (count) => `See the proof (${count})`,
  noProof: "No proof yet",
  proof: "Proof of transfer",
  proofFailed: "The proof cannot be opened. Try again.",
  openPdf: "Open the PDF",
  received: { transfers: "The money is here", cash: "The cash is here" },
  receivedTitle: (number) => `Money of order ${number}`,
  receivedText: "Write what really came. If it differs, the order goes to To look at.",
  amount: "Amount that came",
  note: "Note",
  noteHint: "For example the bank and the time on its statement.",
  save: "Save",
  kinds: {
    mismatch: "The amount or its details do not match",
    stock_missing: "Paid late, the items are gone",
    chargeback: "A bank took the money back",
    taken_back: "The provider took back a payment that had come",
  },
  explain: {
    mismatch:
      "The provider speaks of something else than was asked. Take what came as paid, or give it back.",
    stock_missing: "The money goes back. Write to the buyer if the items can be had again.",
    chargeback: "Hold the parcel and answer the dispute on the provider's dashboard.",
    taken_back: "Hold the parcel and look at the provider's dashboard.",
  },
  acts: {
    settled_anyway: "Take it as paid",
    refunded: "Give the money back",
    by_hand: "I have dealt with it",
  },
  ask: {
    settled_anyway: (came) => `Take ${came} as the whole payment? The order's total follows.`,
    refunded: (came) => `Give ${came} back to the payer?`,
    by_hand: () => "Mark it as done? No money is moved from here.",
  },
  keep: "Cancel",
  resolved: {
    settled_anyway: "Taken as paid",
    refunded: "Money given back",
    by_hand: "Dealt with by staff",
  },
  done: "Saved.",
  problems: {
    payment_not_found: "Payment not found. Reload the page.",
    receipt_known_already: "Another amount has been written down for this payment.",
    task_not_found: "Not found. Reload the page.",
    task_resolved_already: "Somebody else has dealt with it.",
    task_not_settleable: "This cannot be settled like that.",
    task_money_elsewhere:
      "The money is no rupiah or not of this payment. Deal with it on the provider's dashboard.",
    task_not_paid: "The provider says the money has not come.",
    amount_invalid: "Write a whole amount, for example 149.877.",
    invalid_input: "Something is not right yet. Check it.",
  },
};
