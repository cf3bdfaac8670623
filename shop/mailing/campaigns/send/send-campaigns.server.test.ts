import { afterEach, beforeEach, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { readProgress } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import {
  removePace,
  startCampaign,
  subscribeMany,
  sumsOf,
} from "#tests/support/builders/campaigns.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { freezePage } from "./freeze.server.ts";
import { sendCampaigns, sendWhileThereIsWork } from "./send-campaigns.server.ts";

testDatabase();
let sink: SmtpSink | undefined;
beforeEach(() => provideSecret(Buffer.alloc(32, "a")));
afterEach(() => sink?.close());

const facts = { from: "Toko <kabar@shop.test>", publicUrl: "https://shop.test" };
const send = (options: Partial<Parameters<typeof sendCampaigns>[0]> = {}) =>
  sendCampaigns({
    ...facts,
    smtpUrl: sink?.url,
    connections: 5,
    leaseMs: 5_000,
    retryMs: (attempts) => (attempts > 3 ? undefined : 50),
    sliceMs: 20_000,
    ...options,
  });

test("everybody gets one mail, whatever the server answers, and the states sum to the total", async () => {
  await removePace();
  const emails = await subscribeMany(120);
  const [gone, later, full, spam, lost, dropped] = emails as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  sink = await startSmtpSink({
    keep: 500,
    script: (to, nth) => {
      if (to === gone) return { at: "rcpt", reply: "550 5.1.1 nobody" };
      if (to === later && nth < 3) return { at: "rcpt", reply: "450 4.2.0 greylisted" };
      if (to === full) return { at: "dot", reply: "452 4.2.2 full" };
      if (to === spam && nth === 1) return { at: "dot", reply: "554 5.7.1 spam" };
      if (to === lost) return { drop: "after_dot" };
      if (to === dropped && nth === 1) return { drop: "before_data" };
      return undefined;
    },
  });
  const number = await startCampaign();
  for (let slice = 0; slice < 20 && (await sumsOf(number)).tallies.status !== "sent"; slice++) {
    await send();
    await asSeed()`select pg_sleep(0.06)`;
  }
  const { tallies, counted } = await sumsOf(number);
  expect(tallies).toEqual({ status: "sent", total: 120, sum: 120 });
  expect(counted).toEqual({ accepted: 117, refused: 2, uncertain: 1 });
  const reasons = await asSeed()`
    select state, coalesce(reason, '') as reason, count(*)::int as count from private.mail_deliveries
    where campaign = ${number} and state in ('deferred', 'refused', 'skipped') group by 1, 2 order by 3 desc, 1, 2`;
  expect(reasons).toHaveLength(2);
  expect((await readProgress(number)).reasons).toEqual(reasons);
  const taken = sink.bodies.filter(({ end }) => end !== "refused").map(({ to }) => to);
  expect(new Set(taken).size).toBe(taken.length);
  expect(new Set(taken)).toEqual(
    new Set(emails.filter((email) => email !== gone && email !== full)),
  );

  const mail = sink.texts.find((text) => text.includes(`To: ${later}`)) ?? "";
  const head = mail.slice(0, mail.indexOf("\r\n\r\n"));
  expect(head).toMatch(
    /^List-Unsubscribe: <https:\/\/shop\.test\/api\/unsubscribe\/[\w-]{44}\/news\/[0-9a-f-]{36}\.\d+>$/m,
  );
  expect(head).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  expect(head).toMatch(/^List-ID: <news\.shop\.test>/m);
  expect(head).toMatch(/^Feedback-ID: \d+:news:campaign:shop\.test/im);
  expect(head).toMatch(/^Message-ID: <[0-9a-f]{32}@shop\.test>/m);
  expect(head).toMatch(/^Precedence: bulk/m);
  // Encoded in pieces, and the same to whoever reads it.
  const [text = "", html = ""] = mail
    .split(/\r\n----_NmP[^\r]*\r\n/)
    .slice(1)
    .map(decodePart);
  expect(
    mail
      .slice(head.length)
      .split("\r\n")
      .every((line) => line.length <= 76),
  ).toBe(true);
  expect(text).toMatch(
    /^Toko\n\nHalo Rina\n\nBarang baru sudah datang\.\n\nLihat:\nhttps:\/\/shop\.test\/Shop\?k=\d+\.\d+\.1\n/,
  );
  expect(html).toMatch(/^<!doctype html><html lang="id".*Halo Rina<\/h1>.*<\/html>$/s);
  expect(html).toMatch(
    /href="https:\/\/shop\.test\/Unsubscribe\?t=[\w-]{44}&amp;topic=news&amp;c=[0-9a-f-]{36}"/,
  );
});

/** The content of a part in quoted-printable. */
function decodePart(part: string): string {
  const body = part.slice(part.indexOf("\r\n\r\n") + 4).replaceAll("=\r\n", "");
  const bytes = body.replaceAll(/=([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8").replaceAll("\r\n", "\n");
}

test("who stops or is erased while it is sent gets nothing, and without a mail server mails are kept", async () => {
  const [first, second] = await subscribeMany(3, { prefix: "lain", domains: ["kept.test"] });
  const number = await startCampaign();
  await freezePage(number, "shop.test");
  await asSeed()`
    select private.stop_mails(id, '{news}', 'one_click') from private.mail_recipients where email = ${first ?? ""}`;
  await asSeed()`
    select private.forget_mail_recipient(id) from private.mail_recipients where email = ${second ?? ""}`;
  await send({ smtpUrl: undefined });
  const { tallies, counted } = await sumsOf(number);
  expect(tallies.status).toBe("sent");
  expect(counted).toEqual({ skipped: 2, kept: Number(tallies.total) - 2 });
  const skipped = await asSeed()`
    select reason, recipient_id is null as is_nameless from private.mail_deliveries
    where campaign = ${number} and state = 'skipped' order by reason`;
  expect(skipped).toEqual([
    { reason: "erased", is_nameless: true },
    { reason: "stopped", is_nameless: false },
  ]);
});

test("a job sends on when its slice is over, and no process sends twice at the same time", async () => {
  await removePace();
  const emails = await subscribeMany(120, { prefix: "terus" });
  sink = await startSmtpSink({ script: () => ({ lateMs: 20 }) });
  const number = await startCampaign();
  const options = {
    smtpUrl: sink.url,
    from: "kabar@shop.test",
    publicUrl: "https://shop.test",
    connections: 2,
    sliceMs: 1_500,
  };
  const job = sendWhileThereIsWork(options);
  await sendWhileThereIsWork({ ...options, smtpUrl: undefined });
  await job;
  const [row] = await asSeed()<{ status: string; kept: number }[]>`
    select c.status, (select count(*)::int from private.mail_deliveries d where d.campaign = c.number and d.state = 'kept') as kept
    from private.mail_campaigns c where c.number = ${number}`;
  expect(row).toEqual({ status: "sent", kept: 0 });
  const sent = sink.bodies.map(({ to }) => to).filter((to) => to.startsWith("terus"));
  expect(sent.sort()).toEqual([...emails].sort());
});
