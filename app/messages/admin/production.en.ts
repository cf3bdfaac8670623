import type { id } from "./production.id.ts";

export const en: typeof id = {
  title: "Production",
  lead: "Goods with a buyer's design: look, print, then count what came out. Shipments wait for good pieces.",
  views: { open: "Still to do", all: "All" },
  empties: {
    open: {
      empty: "Nothing to print",
      emptyText: "Orders with a design appear here as soon as they are placed.",
    },
    all: {
      empty: "No orders with a design yet",
      emptyText: "Orders with a design appear here as soon as they are placed.",
    },
  },
  newer: "Newer",
  older: "Older",
  pages: "Pages",
  back: "Back to the list",
  heads: {
    order: "Order",
    goods: "Goods",
    words: "Text",
    status: "Status",
    pieces: "Printed",
    since: "Since",
  },
  progress: (good, pieces) => `${good} of ${pieces}`,
  statuses: {
    submitted: "To be looked at",
    in_review: "Being looked at",
    proof_sent: "Waiting for the buyer",
    changes_requested: "Changes wanted",
    approved: "Ready to print",
    rejected: "Rejected",
    in_production: "Printing",
    done: "Printed",
  },
  picture: (text) => `Design: ${text}`,
  noPicture: "This old design has no print picture.",
  fingerprint: "Fingerprint",
  file: "Download the print file (PDF)",
  notPaid: "This order is not paid yet. Printing begins after the payment.",
  good: "Good",
  spoiled: "Spoiled",
  left: (pieces) => `${pieces} still missing`,
  reason: "Why spoiled",
  reasonHint: "Needed where pieces are spoiled. They leave the stock.",
  count: "Count printed pieces",
  counted: "Counted.",
  jobs: "Printed so far",
  job: (good, spoiled) =>
    [good > 0 ? `${good} good` : "", spoiled > 0 ? `${spoiled} spoiled` : ""]
      .filter(Boolean)
      .join(", "),
  problems: {
    invalid_input: "Enter numbers from 0 to 99.",
    not_permitted: "You may not count printed pieces.",
    customisation_not_found: "This design was not found.",
    order_not_paid: "This order is not paid yet.",
    no_pieces: "Enter how many are good or spoiled.",
    spoiled_reason_missing: "Say why they are spoiled.",
    job_not_approved: "This design is not approved yet, or is printed already.",
    job_too_many: "More than were ordered. Lower the number of good pieces.",
    stock_missing: "Not enough stock for the spoiled ones. Count the stock first.",
  },
};
