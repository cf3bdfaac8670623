import type { id } from "./revision.id.ts";

export const en: typeof id = {
  title: (goods) => `Change the design: ${goods}`,
  status: (version) => `Changing version ${version}`,
  noteToBuyer: "Note for the buyer",
  noteToShop: "Note for the shop (optional)",
  sendToBuyer: "Send to the buyer",
  sendToShop: "Send to the shop",
  tick: (texts) =>
    texts.length > 0
      ? `Print it like this; I have checked: ${texts.map((text) => `“${text}”`).join(", ")}`
      : "Print it like this; I have checked the picture and its place",
  dearer: (amount) =>
    `This design costs ${amount} more than was paid. You pay the difference after sending it, and we check it then.`,
  cheaper: (amount) =>
    `This design costs ${amount} less than was paid. We refund the difference when you send it.`,
  sendAndPay: (amount) => `Send and pay ${amount}`,
  problems: {
    price_settled:
      "The price of this item can no longer change, because a part was refunded or it is not paid yet. Use as many letters, pictures and colours as before, or write to the shop.",
    price_changed: "The price has just changed. Reload the page, then send it again.",
    blur_unticked:
      "A picture will look blurred. Make it smaller, replace it, or tick to print it anyway.",
    rights_missing: "Tick first that you may use the pictures.",
    words_unchecked: "Check the text first, then tick the box.",
    note_missing: "Write what you changed.",
    too_many_requests: "Too many changes today. Try again tomorrow, or contact us.",
    proof_unchanged: "Nothing has changed yet.",
    changed_meanwhile: "This design was just changed elsewhere. Reload the page.",
    step_not_possible: "This design cannot be changed now. Go back to its page.",
    order_canceled: "This order was canceled, so nothing is printed.",
    order_not_placed: "This order is not paid yet, or was canceled.",
    order_not_paid: "This order is not paid yet.",
    not_permitted: "You may not change this design.",
    picture_not_found: "A picture is no longer there. Delete its layer, then upload it again.",
    design_too_large: "This design is too complicated to print. Delete some layers.",
    customisation_not_found: "This design was not found.",
    finding: "Settle the notes below first.",
    invalid_input: "This design cannot be sent. Try again.",
  },
};
