import { counted } from "#base/plural.ts";
import type { id } from "./mail-topics.id.ts";

export const en: typeof id = {
  title: "Topics",
  lead: (most) =>
    `What people can choose on the page of their email choices. A shop may have ${counted(most, "topic", "topics")} of its own; all are off until a person agrees.`,
  add: "New topic",
  back: "All topics",
  full: (most) =>
    `There are ${counted(most, "topic", "topics")} already. Archive one to add another.`,
  heads: { name: "Topic", kind: "Kind", of: "Whose" },
  marketing: "Marketing",
  service: "Not marketing",
  own: "The shop's",
  program: "Built in",
  archived: "Archived",
  archivedText: "This topic is no longer offered. What people chose is kept.",
  fields: {
    name_id: "Name (Indonesian)",
    name_en: "Name (English)",
    hint_id: "Explanation (Indonesian)",
    hint_en: "Explanation (English)",
  },
  isMarketing: "These are marketing emails",
  marketingHint: "People can pause them, or ask for one a month at most.",
  agreedHint: "Somebody has chosen this topic, so its kind stays.",
  save: "Save",
  saved: "Saved",
  archive: "Archive",
  restore: "Use again",
  remove: "Delete topic",
  problems: {
    not_permitted: "You do not have the permission for this.",
    not_found: "This topic no longer exists.",
    changed_meanwhile: "A colleague has changed this topic. Load the page again, then repeat.",
    topics_full: "There are five topics already. Archive one first.",
    topic_agreed: "Somebody has chosen this topic, so its kind cannot change.",
    topic_in_use:
      "A campaign that is not finished has this topic. Send, cancel or delete it first.",
    topic_known: "This topic was in use, so its records must stay. Archive it instead.",
    required: "Fill in the name.",
    too_long: "Too long. Shorten it.",
    invalid_input: "This is not valid.",
  },
};
