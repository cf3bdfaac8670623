import type { id } from "./campaign-drafts.id.ts";

export const en: typeof id = {
  stale:
    "Somebody else has just saved this draft. Save yours over it (theirs stays in the history), or take theirs.",
  saveOver: "Save mine",
  takeTheirs: "Take theirs",
  history: (count) => `History (${count})`,
  historyHint: "What is there now stays in the history when an earlier version is restored.",
  nobody: "A deleted account",
  auto: "saved by itself",
  current: "The present one",
  restore: "Restore",
  restoreOf: (when) => `Restore the version of ${when}`,
  untitled: "Untitled",
};
