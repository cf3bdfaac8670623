import type { id } from "./mail-templates.id.ts";

export const en: typeof id = {
  title: "Email templates",
  link: "Start from a template",
  lead: "A template becomes a new draft with the same content. You change and send the draft; the template stays.",
  readOnly:
    "What a campaign can begin with. Your role may see campaigns, but not send any: ask a colleague who may to use one.",
  saved: "Templates of your team",
  empty: "None yet. Open a campaign and save its content as a template.",
  own: "Ready to use",
  ownTexts: {
    newsletter: "The story of the month, three best sellers, and two columns.",
    voucher:
      "A code of their own for each recipient, then best sellers. Its promotion is chosen in the draft.",
    new_goods: "Up to six of the newest products, chosen when sending begins.",
  },
  both: "Indonesian and English",
  savedBy: (author, moment) => `Saved by ${author}, ${moment}`,
  nobody: "a deleted account",
  use: "Use",
  useOf: (name) => `Use the template ${name}`,
  rename: "Rename",
  renameOf: (name) => `Rename the template ${name}`,
  name: "Name of the template",
  keepName: "Save the name",
  remove: "Delete",
  removeOf: (name) => `Delete the template ${name}`,
  removeTitle: (name) => `Delete the template “${name}”?`,
  removeText: "Campaigns that began with it stay. This cannot be undone.",
  keep: "Do not delete",
  save: "Save as a template",
  saveHint:
    "Subject and content in all languages, as saved. Recipients and promotion are left out.",
  done: "The template is saved.",
  seeAll: "See all templates",
  problems: {
    invalid_input: "Something is not filled in correctly.",
    required: "Fill in a name.",
    too_long: "At most 80 letters.",
    not_permitted: "Your role may not send emails.",
    not_found: "This template no longer exists.",
    changed_meanwhile: "Somebody else has just changed this template. Load the page again.",
    template_name_taken: "There is a template with this name. Choose another one.",
    template_empty: "This campaign has no content yet.",
    too_many_templates: "At most 100 templates. Delete one first.",
  },
};
