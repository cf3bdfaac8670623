import type { id } from "./editing.id.ts";

export const en: typeof id = {
  unsaved: "Unsaved changes",
  saved: "Saved",
  save: "Save",
  saving: "Saving",
  discard: "Discard",
  leave: {
    title: "Unsaved changes",
    text: "If you leave this page now, what you have not saved is lost.",
    stay: "Stay here",
    go: "Leave",
  },
  conflict: {
    title: "Somebody else has just changed this",
    text: "Choose what to save for each line. The other fields were merged by themselves.",
    before: "Before",
    theirs: "Theirs",
    mine: "Yours",
    keepMine: "Use mine",
    takeTheirs: "Use theirs",
    empty: "(empty)",
  },
  invalid: "Some fields need correction. Look for the red marks.",
  notPermitted: "Your role may not do this. Ask the owner of the shop.",
  failed: "Not saved yet. Check the connection and try again.",
  languages: { id: "Indonesian", en: "English" },
  copyFromId: "Copy from Indonesian",
  missingEn: "There is no English text yet; buyers read the Indonesian one.",
  problems: {
    required: "Fill this in.",
    too_long: "Too long.",
    invalid_input: "This value is not understood. Check it again.",
    not_found: "What you changed no longer exists.",
    not_permitted: "Your role may not do this. Ask the owner of the shop.",
    changed_meanwhile: "Somebody else has just changed this. Check it and save again.",
  },
};
