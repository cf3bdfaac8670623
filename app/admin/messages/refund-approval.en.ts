import type { id } from "./refund-approval.id.ts";

export const en: typeof id = {
  mustAsk: "Staff who may refund have to approve it first. Until then nothing changes.",
  second: (limit) => `Above ${limit} a second person who may refund has to approve it.`,
  proof: "You are asked to prove who you are when the last time was over ten minutes ago.",
  ask: "Ask for approval",
  asked: "The request is stored and waits for approval. Nothing of this order has changed.",
  waiting: (amount) => `${amount} waits for approval.`,
  seeAll: "See what waits for approval",
  acts: {
    refund: "Refund",
    cancel: "Cancellation with the money returned",
    return: "Refund of a return",
    claim: "Refund of a claim",
    task: "Refund of a payment that does not match",
  },
  by: (name, time) => `Asked by ${name || "staff"}, ${time}`,
  byMe: (time) => `Asked by you, ${time}`,
  approvedBy: (names) => `Approved by ${names}. One more person is needed.`,
  needsTwo: "Two people who may refund are needed.",
  approve: "Approve",
  decline: "Decline",
  withdraw: "Withdraw",
  approveAsk: (amount, number) => `Approve that ${amount} goes back to the buyer of ${number}?`,
  declineAsk: (amount, number) =>
    `Decline the refund of ${amount} for order ${number}? No money is sent.`,
  answer: "Reason",
  keep: "Cancel",
  approved: "Approved. The money is on its way back.",
  declined: "The request is closed. No money is sent.",
  proveTitle: "First prove that this is you",
  proveText: "Then it goes on at once. What you entered stays.",
  problems: {
    refund_request_not_found: "This request was not found. Reload the page.",
    refund_request_decided: "Somebody else has decided about this request.",
    refund_amount_changed:
      "The order changed since the request, so the amount is another one. Decline this request and ask again.",
    own_order: "This is your own order. Ask a colleague to decide about it.",
    not_allowed: "Only administrators and staff with the permission may do this.",
    reauthentication_needed: "Prove who you are, then try again.",
  },
};
