import { afterEach, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { inTransaction } from "#db/client.server.ts";
import { type SmtpServer, startSmtpServer } from "#tests/support/doubles/smtp-server.ts";
import { verifyDkim } from "#tests/support/oracles/verify-dkim.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { deliverMail } from "./deliver.server.ts";
import { CurrentSigner } from "./domain/current-signer.server.ts";
import { dkimRecord } from "./domain/dkim.ts";
import { readDkimKey } from "./domain/dkim-key.server.ts";
import { type Message, queueMail } from "./outbox.server.ts";
import { listParked, releaseParked } from "./parked.server.ts";

testDatabase();

const settings = {
  mailFrom: "Toko <toko@shop.test>",
  publicUrl: "https://shop.test",
  smtpUrl: undefined as string | undefined,
};
let server: SmtpServer | undefined;
afterEach(() => server?.close());

async function mailServer(options?: Parameters<typeof startSmtpServer>[0]): Promise<SmtpServer> {
  const started = await startSmtpServer(options);
  server = started;
  return started;
}

const message = { kind: "email", to: "a@b.test", subject: "Halo", text: "Isi" } as const;
const statusOf = async (id: string | undefined) =>
  (await asSeed()`select status, attempts from private.outbox where id = ${id ?? null}`)[0];

test("a message and its delivery exist only when the transaction commits", async () => {
  const attempt = inTransaction(async (sql) => {
    await queueMail(sql, message);
    throw new Error("rolled back");
  });
  await expect(attempt).rejects.toThrow("rolled back");
  const [count] = await asSeed()`select count(*)::int as n from private.outbox`;
  expect(count).toEqual({ n: 0 });
});

test("one cause sends one message", async () => {
  const first = await queueMail(asSeed(), { ...message, dedupeKey: "order-paid:1" });
  const second = await queueMail(asSeed(), { ...message, dedupeKey: "order-paid:1" });
  expect(first).toBeDefined();
  expect(second).toBeUndefined();
});

test("without a mail server a message stays in the outbox", async () => {
  const id = (await queueMail(asSeed(), message)) ?? "";
  await deliverMail(inTransaction, id, settings);
  expect(await statusOf(id)).toEqual({ status: "stored", attempts: 0 });
});

test("with a mail server it is sent once, and its Message-ID comes from the row", async () => {
  const { url, received } = await mailServer();
  // Longer than the 76 characters at which headers are folded.
  const stop = `<https://shop.test/api/unsubscribe/${"x".repeat(44)}/payment_reminder>`;
  const headers = { "X-Reason": "test", "List-Unsubscribe": stop };
  const id = (await queueMail(asSeed(), { ...message, headers })) ?? "";
  const deliver = () => deliverMail(inTransaction, id, { ...settings, smtpUrl: url });
  await Promise.all([deliver(), deliver()]);
  await deliver();
  expect(received).toHaveLength(1);
  expect(received[0]).toContain(`Message-ID: <${id}@shop.test>`);
  expect(received[0]).toContain("X-Reason: test");
  expect(received[0]).toContain(`List-Unsubscribe: ${stop}`);
  expect(await statusOf(id)).toEqual({ status: "sent", attempts: 1 });
});

test("pictures are drawn and attached when the mail is sent, and one that is gone is left out", async () => {
  const { url, received } = await mailServer();
  const [shown, gone] = ["proof-1", "proof-2"];
  const html = `<p>Halo <img src="cid:${shown}" alt="Rani"> <img src="cid:${gone}" alt="Rini"></p>`;
  const id = (await queueMail(asSeed(), { ...message, html, pictures: [shown, gone] })) ?? "";
  const png = Buffer.from("the bytes of a picture");
  const drawPicture = async (name: string) => (name === shown ? png : null);
  await deliverMail(inTransaction, id, { ...settings, smtpUrl: url, drawPicture });
  const [mail = ""] = received;
  expect(mail).toContain("Content-ID: <proof-1>");
  expect(mail).toContain("Content-Disposition: inline");
  expect(mail).toContain(png.toString("base64"));
  expect(mail).toContain("cid:proof-1");
  expect(mail).not.toContain("proof-2");
  expect(mail).not.toContain("Rini");
});

test("a temporary refusal is retried, a permanent one is not", async () => {
  const busy = await mailServer({ greeting: "421 busy" });
  const id = (await queueMail(asSeed(), message)) ?? "";
  await expect(
    deliverMail(inTransaction, id, { ...settings, smtpUrl: busy.url }),
  ).rejects.toThrow();
  expect(await statusOf(id)).toEqual({ status: "failed", attempts: 1 });
  server?.close();
  const closed = await mailServer({ greeting: "554 never" });
  await deliverMail(inTransaction, id, { ...settings, smtpUrl: closed.url });
  expect(await statusOf(id)).toEqual({ status: "parked", attempts: 2 });
});

test.each<Message>([
  { ...message, to: "a@b.test\r\nBcc: c@d.test" },
  { ...message, to: "a@b.test, c@d.test" },
  { ...message, headers: { "X-A": "1\r\nBcc: c@d.test" } },
  { ...message, headers: { "X-A: b\r\nBcc": "c@d.test" } },
])("a message that would write its own headers is refused: %j", async (hostile) => {
  await expect(queueMail(asSeed(), hostile)).rejects.toThrow("unsafe mail header");
});

test("line breaks of a subject become spaces, so that a subject adds no headers", async () => {
  const id = await queueMail(asSeed(), { ...message, subject: "Halo\r\nBcc: c@d.test\0" });
  expect(await asSeed()`select subject from private.outbox where id = ${id ?? ""}`).toEqual([
    { subject: "Halo Bcc: c@d.test" },
  ]);
});

const tryAll = async (id: string, smtpUrl: string, times: number) => {
  let failures = 0;
  for (let attempt = 0; attempt < times; attempt++) {
    await deliverMail(inTransaction, id, { ...settings, smtpUrl }).catch(() => {
      failures += 1;
    });
  }
  return failures;
};

test("R20: after seven failures the eighth attempt delivers the message once", async () => {
  const { url, received } = await mailServer({
    faults: [
      ...Array.from({ length: 4 }, () => "busy" as const),
      ...Array.from({ length: 3 }, () => "silent" as const),
    ],
  });
  const id = (await queueMail(asSeed(), message)) ?? "";
  expect(await tryAll(id, url, 10)).toBe(7);
  expect(received).toHaveLength(1);
  expect(await statusOf(id)).toEqual({ status: "sent", attempts: 8 });
});

test("I10: a message whose acceptance was lost is sent again under the same Message-ID", async () => {
  const { url, received } = await mailServer({ faults: ["dies_after_accepting"] });
  const id = (await queueMail(asSeed(), message)) ?? "";
  expect(await tryAll(id, url, 3)).toBe(1);
  expect(received).toHaveLength(2);
  const ids = received.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1]?.trim());
  expect(ids).toEqual([`<${id}@shop.test>`, `<${id}@shop.test>`]);
  expect(await statusOf(id)).toEqual({ status: "sent", attempts: 2 });
});

test("R30: after twelve attempts a message is parked with its reason, and sent on request", async () => {
  const { url, received } = await mailServer({
    faults: Array.from({ length: 12 }, () => "busy" as const),
  });
  const id = (await queueMail(asSeed(), message)) ?? "";
  // The last failure is no error of the job: there is nothing to retry.
  expect(await tryAll(id, url, 20)).toBe(11);
  expect(await statusOf(id)).toEqual({ status: "parked", attempts: 12 });
  expect((await listParked(asSeed())).filter((mail) => mail.id === id)).toMatchObject([
    { id, to: "a@b.test", reason: expect.stringContaining("421") },
  ]);
  expect(await releaseParked(asSeed(), id)).toBe(true);
  expect(await releaseParked(asSeed(), id)).toBe(false);
  expect((await listParked(asSeed())).map((mail) => mail.id)).not.toContain(id);
  expect(await statusOf(id)).toEqual({ status: "queued", attempts: 0 });
  expect(await tryAll(id, url, 2)).toBe(0);
  expect(received).toHaveLength(1);
});

test("a mail is signed where the sender's domain has published the key, and goes out unsigned elsewhere", async () => {
  provideSecret(Buffer.alloc(32, "d"));
  const { publicKey } = await readDkimKey(asSeed());
  const { url, received } = await mailServer();
  for (const published of [[dkimRecord(publicKey)], []]) {
    const lookup = { txt: async () => published, mx: async () => [], a: async () => [] };
    const signer = new CurrentSigner({ selector: "etalase", from: settings.mailFrom }, lookup);
    const id = (await queueMail(asSeed(), message)) ?? "";
    await deliverMail(inTransaction, id, { ...settings, smtpUrl: url, signer });
  }
  const [signed = "", unsigned = ""] = received;
  // The dot ends the mail on the wire.
  const body = Buffer.from(signed.replace(/\.\r\n$/, ""), "latin1");
  expect(verifyDkim(body, publicKey)).toContain("message-id");
  expect(unsigned).not.toContain("DKIM-Signature");
});
