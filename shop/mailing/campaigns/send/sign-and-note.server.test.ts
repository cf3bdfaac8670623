import { afterEach, beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { CurrentSigner } from "#integrations/mail/domain/current-signer.server.ts";
import { dkimRecord } from "#integrations/mail/domain/dkim.ts";
import { readDkimKey } from "#integrations/mail/domain/dkim-key.server.ts";
import { removePace, startCampaign, subscribeMany } from "#tests/support/builders/campaigns.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { verifyDkim } from "#tests/support/oracles/verify-dkim.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { sendCampaigns } from "./send-campaigns.server.ts";

testDatabase({ max: 20 });
let sink: SmtpSink | undefined;
beforeAll(() => provideSecret(Buffer.alloc(32, "s")));
afterEach(() => sink?.close());

test("a campaign's mail is signed, the one-click button too; a mailbox that is refused as unknown gets no more", async () => {
  await removePace();
  const [gone = "", fine = ""] = await subscribeMany(2, { domains: ["contoh.test"] });
  sink = await startSmtpSink({
    keep: 10,
    script: (to) => (to === gone ? { at: "rcpt", reply: "550 5.1.1 no such user" } : undefined),
  });
  const { publicKey } = await readDkimKey(asSeed());
  const record = [dkimRecord(publicKey)];
  const lookup = { txt: async () => record, mx: async () => [], a: async () => [] };
  const from = "Toko <kabar@shop.test>";
  await startCampaign();
  await sendCampaigns({
    from,
    publicUrl: "https://shop.test",
    smtpUrl: sink.url,
    sliceMs: 20_000,
    bounceAddress: "gagal@shop.test",
    stopAddress: "gagal@shop.test",
    signer: new CurrentSigner({ selector: "etalase", from }, lookup),
  });
  // Mail servers report to the address for bounces, people answer to the sender's.
  expect(sink.bodies.map((body) => body.from)).toEqual(["gagal@shop.test"]);
  const [mail = ""] = sink.texts;
  expect(mail).toContain("From: Toko <kabar@shop.test>");
  expect(mail).toContain(`To: ${fine}`);
  // On one line, the button's address first.
  expect(mail).toMatch(
    /^List-Unsubscribe: <https:\/\/shop\.test\/api\/unsubscribe\/[^>]+>, <mailto:gagal@shop\.test\?subject=stop\/[\w-]{44}\/news\/[0-9a-f-]{36}>\r?$/m,
  );
  expect(verifyDkim(Buffer.from(mail, "latin1"), publicKey)).toEqual(
    expect.arrayContaining(["list-unsubscribe", "list-unsubscribe-post", "list-id", "from"]),
  );
  const states = await asSeed()`
    select r.email, s.state from private.mail_recipients r join public.subscriptions s on s.recipient_id = r.id
    order by r.email`;
  expect(states).toEqual([
    { email: gone, state: "bounced" },
    { email: fine, state: "subscribed" },
  ]);
});
