import { expect, test } from "vitest";
import { hasManyComplaints } from "./complaints.ts";

test.each([
  [{ accepted: 998, bounced: 0, complained: 1 }, false],
  [{ accepted: 999, bounced: 0, complained: 1 }, true],
  [{ accepted: 900, bounced: 99, complained: 1 }, true],
  [{ accepted: 1_998, bounced: 0, complained: 1 }, false],
  [{ accepted: 1_998, bounced: 0, complained: 2 }, true],
  [{ accepted: 5_000, bounced: 0, complained: 0 }, false],
])(
  "one complaint in a thousand mails, from the thousandth on, asks somebody to look: %o",
  (tallies, isMany) => {
    expect(hasManyComplaints(tallies)).toBe(isMany);
  },
);
