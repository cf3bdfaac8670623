import type { DesignChange } from "#shop/customisations/compare-designs.ts";
import { rejectionTextsEn } from "#shop/customisations/rejection-texts.ts";
import type { id } from "./customisation.id.ts";

/** “Rani”, or what has no words. */
const named = (what: string) => (what ? `“${what}”` : "A picture");

function difference(change: DesignChange): string {
  switch (change.kind) {
    case "text":
      return `Text “${change.from}” became “${change.to}”`;
    case "moved": {
      const { right, down } = change;
      const steps = [
        right ? `${Math.abs(right)} mm to the ${right > 0 ? "right" : "left"}` : "",
        down ? `${Math.abs(down)} mm ${down > 0 ? "down" : "up"}` : "",
      ];
      return `${named(change.what)} moved ${steps.filter(Boolean).join(" and ")}`;
    }
    case "resized":
      return `${named(change.what)}: ${change.from.join(" × ")} mm became ${change.to.join(" × ")} mm`;
    case "recoloured":
      return `${named(change.what)} has another colour`;
    case "added":
      return `${named(change.what)} was added`;
    case "removed":
      return `${named(change.what)} was removed`;
    case "reshaped":
      return `${named(change.what)} has another shape`;
  }
}

export const en: typeof id = {
  title: "My designs",
  lead: "The names, words and pictures you have put on our goods.",
  filter: "Filter by status",
  all: "All",
  stages: {
    draft: "Draft",
    submitted: "Submitted",
    revision: "In revision",
    approved: "Approved",
    printed: "Printed",
  },
  empty: "No designs yet",
  emptyText:
    "Goods marked with a pen can carry a name, words or a picture. The designs you keep and order are here.",
  toProducts: "See what can be personalised",
  emptyStage: (stage) => `No designs with the status “${stage}”.`,
  clear: "Show all",
  changed: (moment) => `Changed ${moment}`,
  ofOrder: (number) => `Order ${number}`,
  open: "See the proof",
  answer: "Answer the proof",
  rename: "Rename",
  renameOf: (name) => `Rename ${name}`,
  name: "Name of the design",
  save: "Save",
  cancel: "Cancel",
  duplicate: "Make a copy",
  goOn: "Go on designing",
  duplicateOf: (name) => `Make a copy of ${name}`,
  copyName: (name) => `${name} (copy)`,
  remove: "Delete",
  removeOf: (name) => `Delete ${name}`,
  removeTitle: (name) => `Delete “${name}”?`,
  removeText: "This design is gone for good. Orders that use it stay as they are.",
  keep: "Keep it",
  unreadable: "No preview",
  preview: (name, texts) => (texts ? `Design ${name}, which reads: ${texts}` : `Design ${name}`),
  share: {
    open: "Share",
    openOf: (name) => `Share ${name}`,
    title: (name) => `Share “${name}”`,
    lead: "Anybody with the link can see this design as it is now and make a copy. Your name is not shown.",
    pictures: "My photos may be copied too",
    make: "Make a link",
    link: "Link",
    since: (moment) => `It shows this design as it was on ${moment}.`,
    copy: "Copy link",
    whatsapp: "Send by WhatsApp",
    message: (address) => `See my design: ${address}`,
    revoke: "End the link",
    hidden: {
      reported: "Somebody reported this design. Its link is hidden until we have looked at it.",
      removed:
        "This design may not be shared because it breaks our rules. Its link no longer works.",
    },
    pill: "Shared",
    pillHidden: "Link hidden",
  },
  done: {
    renamed: "Renamed.",
    copied: "Copy made.",
    removed: "Design deleted.",
    shared: "The link is made.",
    revoked: "The link no longer works.",
  },
  page: {
    title: (number) => `Personalisation of order ${number}`,
    short: "Personalisation",
    none: "Nothing is personalised",
    noneText: "The goods of this order come as they are.",
    back: "Back to the order",
    pieces: (count) => (count === 1 ? "1 piece" : `${count} pieces`),
    statuses: {
      submitted: "Waiting to be checked",
      in_review: "Being checked",
      proof_sent: "Waiting for your answer",
      changes_requested: "Being changed",
      approved: "Approved, printing soon",
      rejected: "Cannot be printed yet",
      in_production: "Being printed",
      done: "Printed",
    },
    next: {
      submitted: "We check your design and then show its proof here.",
      in_review: "The proof appears here once we have checked it.",
      proof_sent: "Check spelling, colours and position. We print only after you approve it.",
      changes_requested: "We are working on your request. The next proof appears here.",
      approved: "Thank you. We print exactly the version you approved.",
      rejected: "Answer below to change the design, or ask for your money back on the order page.",
      in_production: "Your design is on the press and can no longer be changed.",
      done: "Your goods were printed as the approved version shows.",
    },
    yourDesign: "Your design",
    proof: (version) => `Proof, version ${version}`,
    older: "Earlier versions",
    sent: (moment) => `Sent ${moment}`,
    approvedAt: (moment) => `You approved it ${moment}`,
    changesAt: (moment) => `You asked for changes ${moment}`,
    reorder: "Order again",
    reorderHint: "Printed exactly alike. Change the quantity in the cart.",
    reorderRoster: "Printed exactly alike, with all sizes and names of this list.",
    fingerprint: "Fingerprint",
    approve: (version) => `Approve version ${version}`,
    approveHint: "An approval is for this version only and cannot be taken back.",
    askChange: "Ask for changes",
    change: "What should be different?",
    changeHint: (left) =>
      left > 0
        ? `${left} more ${left === 1 ? "round" : "rounds"} of changes without a fee.`
        : "The rounds without a fee are used up; we tell you the fee before we begin.",
    sendChange: "Send the request",
    printed: "What is printed",
    size: "Size",
    millimetres: (width, height) => `${width} × ${height} mm`,
    changes: "Different from the version before",
    noChanges: "Nothing is different.",
    difference,
    noSilence: "Take your time. We never print without your approval.",
    tick: (texts) =>
      texts.length > 0
        ? `I have checked: ${texts.map((text) => `“${text}”`).join(", ")}`
        : "I have checked the picture and its place",
    madeToOrder:
      "Made for you: no return for a change of mind. If it is wrong, damaged or unlike the approved proof, we print it again or return your money.",
    rejections: rejectionTextsEn,
    thread: "Messages",
    noMessages: "No messages yet.",
    you: "You",
    message: "Write to the shop",
    send: "Send message",
    changed: "There is news about this design.",
  },
  problems: {
    goods_gone: "This product is no longer sold.",
    print_changed: "This product is printed otherwise now. Open the design and check it first.",
    design_not_found: "This design is no longer there. Reload the page.",
    design_reported: "Somebody reported this design, so it is not shared now.",
    too_many_requests: "Too many attempts. Try again later.",
    too_many_designs: "There are 100 designs already. Delete some you do not use, then try again.",
    name_missing: "Enter a name for the design.",
    name_too_long: "At most 80 letters.",
    name_invalid: "This name holds characters that cannot be stored.",
    customisation_not_found: "This order has no such design. Reload the page.",
    words_unchecked: "Check the text first, then tick the box.",
    order_canceled: "This order was canceled, so nothing is printed.",
    proof_outdated: "There is a newer version. Reload the page to see it.",
    proof_decided: "This proof has been answered. Reload the page.",
    too_many_messages: "Too many messages today. Try again tomorrow, or contact us.",
    message_missing: "Write the message first.",
    message_too_long: "At most 2,000 letters.",
    message_invalid: "This message holds characters that cannot be stored.",
    invalid_input: "This form cannot be read. Reload the page, then try again.",
    unexpected: "That did not work. Try again in a moment.",
  },
};
