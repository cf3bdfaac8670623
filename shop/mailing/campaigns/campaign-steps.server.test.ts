import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sqlState, violatedConstraint } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* The state machines of campaigns and deliveries, and the words of consents, against the tables' owner. */

const database = testDatabase();
let owner: ReturnType<typeof openPostgres>;
beforeAll(() => {
  owner = openPostgres(database.url(), { max: 1, connection: { "shop.actor": "job:test" } });
});
afterAll(() => owner.end());

const states = ["draft", "scheduled", "freezing", "sending", "paused", "sent", "cancelled"];

/** Why a campaign that is `from` may not become `to`; null: it may. */
async function refusalOf(from: string, to: string): Promise<string | null> {
  const id = randomUUID();
  const become = (status: string) => owner`
    update private.mail_campaigns set status = ${status}, scheduled_at = '2027-01-01', audience = 0,
      ended_at = case when ${status} in ('sent', 'cancelled') then now() end,
      paused_why = case when ${status} = 'paused' then 'person' end, paused_at = case when ${status} = 'paused' then now() end
    where id = ${id}`;
  await owner`insert into private.mail_campaigns (id, name) values (${id}, 'Kabar')`;
  await owner`set session_replication_role = replica`;
  await become(from);
  await owner`reset session_replication_role`;
  return become(to).then(
    () => null,
    (error: unknown) => violatedConstraint(error) ?? String(error),
  );
}

test("a campaign takes the steps of its life and no other, whoever writes", async () => {
  const taken: string[] = [];
  for (const from of states) {
    for (const to of states.filter((one) => one !== from)) {
      const refusal = await refusalOf(from, to);
      if (refusal === null) taken.push(`${from} ${to}`);
      else expect([from, to, refusal]).toEqual([from, to, "mail_campaign_state"]);
    }
  }
  expect(taken).toEqual([
    ...["draft scheduled", "draft freezing"],
    ...["scheduled draft", "scheduled freezing", "scheduled cancelled"],
    ...["freezing sending", "freezing paused", "freezing cancelled"],
    ...["sending paused", "sending sent", "sending cancelled"],
    ...["paused freezing", "paused sending", "paused cancelled"],
  ]);
});

test("the words that were agreed to stay as they were, under the hash of themselves", async () => {
  const words = "Saya mau menerima kabar.";
  await owner`
    insert into private.mail_wordings (hash, text, language) values (sha256(${words}::bytea), ${words}, 'id')`;
  const changes = [
    owner`update private.mail_wordings set text = 'Lain' where text = ${words}`,
    owner`delete from private.mail_wordings where text = ${words}`,
    owner`insert into private.mail_wordings (hash, text, language) values (sha256('a'), 'Lain', 'id')`,
  ];
  const refusals = (await Promise.allSettled(changes)).map((one) =>
    one.status === "rejected" ? (violatedConstraint(one.reason) ?? sqlState(one.reason)) : "stored",
  );
  expect(refusals).toEqual(["23001", "23001", "mail_wording_hash_wrong"]);
  expect(
    await owner`select text from private.mail_wordings where text in (${words}, 'Lain')`,
  ).toEqual([{ text: words }]);
});
