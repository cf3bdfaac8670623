import type { id } from "./product-drafts.id.ts";

/** What is typed into the editor of a product and not applied yet. */
export const en: typeof id = {
  restored: (moment) => `What you typed on ${moment} is open again. The product is unchanged.`,
  kept: (moment) => `Not applied yet. Kept on ${moment}.`,
  notKept: "Not applied yet, and not kept. Check your connection.",
  drop: "Discard",
  apply: "Apply the changes",
  others: (author, moment) => `${author} has unapplied changes too, last typed on ${moment}.`,
  othersScheduled: (author, moment) => `Changes by ${author} apply by themselves on ${moment}.`,
  takeOver: "Go on with them",
  elsewhere:
    "You are editing this product in another window too. This window no longer keeps what you type; apply it here, or reload to see what you typed there.",
  scheduled: (moment) => `These changes apply by themselves on ${moment}.`,
  unschedule: "Cancel the schedule",
  later: "Apply later",
  laterText:
    "Change what you like on this page, then choose the time. Until then buyers see the old product.",
  applyAt: "Time (the shop's)",
  schedule: "Schedule the changes",
  notApplied: (reason) => `These changes could not be applied at their time: ${reason}`,
  problems: {
    draft_scheduled: "Cancel the schedule first.",
    draft_changed_elsewhere: "These changes were edited in another window. Reload the page.",
    draft_too_large: "This is too much to keep. Apply a part of it first.",
    apply_at_invalid: "Enter a correct date and time.",
    apply_at_past: "Choose a time that is still to come.",
    counts_not_scheduled: "Counted stock cannot be scheduled. Put the stock back, or apply now.",
    price_cut_over_limit:
      "The price falls by more than your limit. Apply it now, so that a colleague can approve it.",
    not_found: "This product no longer exists.",
    unreachable: "Not kept. Check your connection, then try again.",
    not_permitted: "Your role may not do this.",
    invalid_input: "Something needs to be put right first. Apply to see what.",
  },
};
