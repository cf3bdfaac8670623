import type * as id from "./limit-problems.id.ts";

export const limitProblems: typeof id.limitProblems = {
  waits_for_approval:
    "This is above your limit. The request is kept and waits for a colleague's approval; nothing has changed.",
  nobody_may_approve:
    "This is above your limit, and no colleague may approve it. Ask the owner of the shop to change the limit.",
};

export const overLimit: typeof id.overLimit = {
  price_cut_over_limit:
    "The price falls by more than the limit. Change it by hand, so that a colleague can approve it.",
  write_off_over_limit:
    "The stock written off is above the limit. Book it by hand, so that a colleague can approve it.",
};
