import { counted } from "#base/plural.ts";
import type { id } from "./campaign-sending.id.ts";

export const en: typeof id = {
  pace: (perSecond) => `${counted(perSecond, "email", "emails")} a second`,
  ends: (moment) => `done about ${moment}`,
  endsLatest: (moment) => `done by ${moment} at the latest`,
  warmUp: (begun, most) =>
    `domain warm-up: ${begun} of today's ${counted(most, "email", "emails")}`,
  goesOn: (moment) => `Goes on by itself ${moment}.`,
  uncertain: (count) => `${counted(count, "person", "people")} may or may not have got it`,
  uncertainText:
    "The connection broke before the server answered. Leave it, or tick who gets it once more: they may get it twice, and are not tried again after that.",
  again: (count) =>
    count === 0 ? "Send once more" : `Send once more to ${counted(count, "person", "people")}`,
  nobodyUncertain: "All of them are settled or were tried once more. Load the page again.",
  warmsUp: "Warm up a new domain",
  warmsUpHint:
    "For the first 30 days: 500 emails a day, then more in steps. Switch it off only if this domain has long sent news from another program.",
};
