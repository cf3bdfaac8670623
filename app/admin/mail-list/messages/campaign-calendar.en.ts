import type { id } from "./campaign-calendar.id.ts";

const months = [
  ...["January", "February", "March", "April", "May", "June", "July", "August"],
  ...["September", "October", "November", "December"],
];
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export const en: typeof id = {
  title: "Calendar of campaigns",
  views: "View of the campaigns",
  list: "List",
  calendar: "Calendar",
  month: (month, year) => `${months[month - 1] ?? ""} ${year}`,
  weekday: (day) => weekdays[day] ?? "",
  before: "Previous month",
  after: "Next month",
  now: "This month",
  today: "Today",
  lead: (zone) =>
    `By the day on which sending begins, ${zone} time. Drafts without a schedule are not shown here.`,
  none: "No campaign is scheduled or was sent in this month.",
  noneOfDay: "No campaigns on this day.",
  more: "See all",
  moreOf: (day) => `See all campaigns of ${day}`,
  backToMonth: (month) => `Back to ${month}`,
  onlyFirst: (count) => `Only the first ${count}.`,
  time: (time) => time,
};
