import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/runner/database.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { isClean, killDuringCampaign } from "./kill-during-campaign.ts";

const database = testDatabase();

const plan = { recipients: 150, kills: 4, seed: 7, maxGapMs: 300, maxReplyMs: 150 };

longProof(
  "nobody gets two mails of a campaign whose senders are killed and frozen",
  {
    timeout: 120_000,
  },
  async () => {
    const outcome = await killDuringCampaign({ ...plan, databaseUrl: database.url() });
    expect(outcome).toMatchObject({ breaches: [] });
    expect(isClean(outcome), JSON.stringify(outcome)).toBe(true);
    expect(outcome.states.accepted).toBeGreaterThan(100);
  },
);

test("nobody gets two mails, or the other subject, of a trial whose senders are killed and frozen", {
  timeout: 120_000,
}, async () => {
  const outcome = await killDuringCampaign({
    ...plan,
    seed: 11,
    isTrial: true,
    prefix: "uji",
    databaseUrl: database.url(),
  });
  expect(outcome).toMatchObject({ breaches: [] });
  expect(isClean(outcome), JSON.stringify(outcome)).toBe(true);
  expect(outcome.states.accepted).toBeGreaterThan(100);
});
