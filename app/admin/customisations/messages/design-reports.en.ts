import { counted } from "#base/plural.ts";
import type { id } from "./design-reports.id.ts";

export const en: typeof id = {
  title: "Reported designs",
  lead: "Designs that buyers share and people report. The first report hides a design until you decide.",
  link: (count) => `Reports (${count})`,
  back: "Back to production",
  empty: "No reports",
  emptyText: "Reports about shared designs appear here.",
  hidden: "Hidden",
  shown: "Still shown, as decided before",
  revoked: "Its owner has ended the link",
  reports: (count) => counted(count, "report", "reports"),
  keep: "Let it be shown",
  remove: "Take down",
  removeTitle: (name) => `Take “${name}” down?`,
  removeText: "Its link stops working, and its owner cannot share this design again.",
  cancel: "Cancel",
  done: { kept: "The design is shown again.", removed: "The design was taken down." },
  problems: {
    not_permitted: "You may not decide about designs.",
    report_not_found: "Its owner has deleted this design.",
    changed_meanwhile: "There is a new report, or a colleague has decided. Look at the list again.",
    invalid_input: "This form cannot be read. Reload the page and try again.",
  },
};
