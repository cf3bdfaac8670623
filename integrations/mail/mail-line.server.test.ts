import { afterEach, expect, test } from "vitest";
import { type SinkAct, type SmtpSink, startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { classifyHandOver } from "./classify-reply.ts";
import { MailLine, MailLineError } from "./mail-line.server.ts";

let sink: SmtpSink | undefined;
afterEach(() => sink?.close());

const message = Buffer.from(
  `Message-ID: <1@shop.test>\r\nSubject: Halo\r\n\r\n${"Isi\r\n".repeat(20_000)}`,
);
const envelope = { from: "toko@shop.test", to: "rina@contoh.test" };

async function handOver(act: SinkAct | undefined) {
  sink = await startSmtpSink({ script: (to) => (to === "" ? undefined : act) });
  const line = await MailLine.open(sink.url);
  const end = await line.handOver(envelope, message);
  const [isOpen, bodies] = [line.isOpen, sink.bodies.map((body) => body.end)];
  line.close();
  await sink.close();
  return { end, isOpen, bodies };
}

test("each reply and each lost connection says what became of the message", async () => {
  const cases: [SinkAct | undefined, string, boolean, string[]][] = [
    [undefined, "accepted 250 2.0.0", true, ["accepted"]],
    [{ at: "rcpt", reply: "450 4.2.0 greylisted" }, "deferred 450 4.2.0 mailbox", true, []],
    [{ at: "dot", reply: "451 4.3.0 busy" }, "deferred 451 4.3.0 mailbox", true, ["refused"]],
    [{ at: "rcpt", reply: "550 5.1.1 nobody" }, "refused 550 5.1.1", true, []],
    [{ at: "dot", reply: "552 5.2.2 full" }, "refused 552 5.2.2", true, ["refused"]],
    [{ at: "dot", reply: "554 5.7.1 spam" }, "deferred 554 5.7.1 policy", true, ["refused"]],
    [{ at: "rcpt", reply: "421 4.7.28 too fast" }, "deferred 421 4.7.28 pace", false, []],
    [{ at: "rcpt", reply: "454 4.7.0 later" }, "deferred 454 4.7.0 pace", true, []],
    [{ drop: "before_data" }, "pending", false, []],
    [{ drop: "in_body" }, "uncertain", false, []],
    [{ drop: "after_dot" }, "uncertain", false, ["dropped"]],
    [{ lateMs: 50 }, "accepted 250 2.0.0", true, ["accepted"]],
  ];
  for (const [act, expected, isOpen, bodies] of cases) {
    const given = await handOver(act);
    const { state, ...rest } = given.end;
    const said = [state, ...Object.values(rest)].join(" ");
    expect({ act, said, isOpen: given.isOpen, bodies: given.bodies }).toEqual({
      act,
      said: expected,
      isOpen,
      bodies,
    });
  }
});

test("a connection serves the next message after a refusal", async () => {
  sink = await startSmtpSink({
    script: (to) =>
      to === "tidak@ada.test" ? { at: "rcpt", reply: "550 5.1.1 nobody" } : undefined,
  });
  const line = await MailLine.open(sink.url);
  const refused = await line.handOver({ ...envelope, to: "tidak@ada.test" }, message);
  const next = await line.handOver(envelope, message);
  expect([refused.state, next.state]).toEqual(["refused", "accepted"]);
  line.close();
});

test("a server that does not answer, refuses the session or the login is no fault of an address", async () => {
  sink = await startSmtpSink({ script: () => ({ at: "connect", reply: "554 5.7.1 blocked" }) });
  const refused = await MailLine.open(sink.url).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(MailLineError);
  expect((refused as MailLineError).end).toMatchObject({ state: "deferred", trouble: "policy" });
  await sink.close();
  const silent = await MailLine.open(sink.url).catch((error: unknown) => error);
  expect((silent as MailLineError).end).toEqual({ state: "pending" });
});

test("an address that no server would take is refused here", async () => {
  sink = await startSmtpSink();
  const line = await MailLine.open(sink.url);
  const end = await line.handOver({ ...envelope, to: "a@b.test>\r\nRCPT TO:<c@d.test" }, message);
  expect(end).toEqual({ state: "refused", reply: "553 5.1.3" });
  expect(sink.bodies).toEqual([]);
  line.close();
});

test("a reply to an earlier command never counts as acceptance of a message", () => {
  expect(classifyHandOver({ isRead: true, stage: "connect", reply: "250 ok" })).toEqual({
    state: "uncertain",
  });
  expect(classifyHandOver({ isRead: false, stage: "rcpt", reply: "250 ok" })).toEqual({
    state: "pending",
  });
  expect(classifyHandOver({ isRead: true, stage: "body", reply: "garbage" })).toEqual({
    state: "uncertain",
  });
});
