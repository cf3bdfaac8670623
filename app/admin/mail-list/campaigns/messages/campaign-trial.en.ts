import { counted } from "#base/plural.ts";
import type { id } from "./campaign-trial.id.ts";

export const en: typeof id = {
  letters: { a: "A", b: "B" },
  subject: "Subject B",
  subjectHint: (hours) =>
    `10% of the recipients get the first subject (A), 10% subject B. The rest waits ${counted(hours, "hour", "hours")}, then gets the better one.`,
  preheader: "Preview text B",
  preheaderHint: "Empty: the same as the first one.",
  previewArm: "Subject of the preview",
  arm: (letter) => `Subject ${letter}`,

  title: "Two subjects tried",
  lead: "The better one is the one by which more people buy, then the one with more clicks. If the difference may be chance, A is sent. Opened emails do not count.",
  sending: (hours) =>
    `Both groups are being mailed. The winner is chosen ${counted(hours, "hour", "hours")} after that.`,
  waiting: (moment) => `Waits for the winner, until ${moment}.`,
  rest: (count) =>
    `About ${counted(count, "more recipient gets", "more recipients get")} the winning subject.`,
  small: (count) =>
    `Fewer than ${counted(count, "recipient for", "recipients for")} each subject, so chance decides.`,
  figure: "Result",
  difference: "Difference",
  figures: {
    people: "Recipients",
    orders: "Orders",
    buyers: "Bought",
    clickers: "Clicked",
  },
  percent: (number) => `${number}%`,
  points: (number) => `${counted(number, "point", "points")}`,
  verdict: {
    orders: (letter) => `More people bought by subject ${letter} than chance explains (95%).`,
    clicks: (letter) =>
      `Subject ${letter} was clicked more than chance explains (95%). The difference in buyers may be chance.`,
    none: () => "The difference may be chance.",
  },
  won: (letter) => `The rest gets subject ${letter}.`,
  wonByHand: (letter) => `Staff chose subject ${letter} for the rest.`,
  cancelled: "Cancelled before a winner was chosen.",
  until: "The figures are those of the choice.",
  choose: (letter) => `Choose ${letter} now`,
  chooseTitle: (letter) => `Send subject ${letter} to all the rest?`,
  chooseText: "The wait ends now. This cannot be undone.",
  keepWaiting: "Keep waiting",
};
