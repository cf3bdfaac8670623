import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { maxMessageBytes } from "./mime-parts.ts";
import { type MailEventSource, readMailEvents } from "./read-mail-events.server.ts";

const secret = "rahasia-kotak-balik";
const now = new Date("2026-11-25T03:00:00Z");
const read = (source: MailEventSource, body: unknown, key = secret) =>
  readMailEvents(
    { source, key, body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)) },
    secret,
    { now, fetchText: () => Promise.reject(new Error("nothing is fetched")) },
  );
const eventsOf = async (source: MailEventSource, body: unknown) => {
  const outcome = await read(source, body);
  return outcome.ok ? outcome.events : outcome.problem;
};

const report = (parts: readonly string[], type = "report; report-type=delivery-status") =>
  [
    "From: MAILER-DAEMON@mx.contoh.test",
    "To: b+c7.41.kunci@mail.toko.test",
    `Content-Type: multipart/${type};`,
    ' boundary="batas"',
    "",
    ...parts.flatMap((part) => ["--batas", part]),
    "--batas--",
  ].join("\r\n");
const returned =
  "Content-Type: text/rfc822-headers\r\n\r\nMessage-ID:\r\n <c7.41@toko.test>\r\nTo: rina@contoh.test";
const statusPart = (...groups: string[]) =>
  `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.contoh.test\r\n\r\n${groups.join("\r\n\r\n")}\r\n`;
const unknownMailbox =
  "Final-Recipient: rfc822; Rina@Contoh.test\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1\r\n No such user";

describe("a report that came to the bounce mailbox", () => {
  test("names the recipient, the code and the mail, with the id in an inner part", async () => {
    const inner = report([
      "Content-Type: text/plain\r\n\r\nMaaf.",
      statusPart(
        unknownMailbox,
        "Final-Recipient: rfc822; budi@contoh.test\r\nAction: delayed\r\nStatus: 4.4.1",
      ),
      returned,
    ]);
    const expected = [
      { kind: "bounced", bounce: "hard", code: "5.1.1", address: "rina@contoh.test" },
      { kind: "deferred", bounce: undefined, code: "4.4.1", address: "budi@contoh.test" },
    ];
    expect(await eventsOf("raw", inner)).toMatchObject(
      expected.map((event) => ({
        ...event,
        messageId: "c7.41@toko.test",
        envelopeToken: "c7.41.kunci",
      })),
    );
    // Forwarded whole, as some mailboxes do.
    const outer = report(
      [inner.replace('boundary="batas"', 'boundary="dalam"').replaceAll("--batas", "--dalam")],
      "mixed",
    );
    expect(await eventsOf("raw", outer)).toMatchObject(expected);
  });

  test("says the server's own code where the report has a general one", async () => {
    const full =
      "Final-Recipient: rfc822; rina@contoh.test\r\nAction: failed\r\nStatus: 5.0.0\r\nDiagnostic-Code: smtp; 552 5.2.2 over quota";
    expect(await eventsOf("raw", report([statusPart(full), returned]))).toMatchObject([
      { bounce: "soft", code: "5.2.2", reason: "smtp; 552 5.2.2 over quota" },
    ]);
    const policy = full.replace("552 5.2.2 over quota", "550 5.7.26 unauthenticated");
    expect(await eventsOf("raw", report([statusPart(policy)]))).toMatchObject([
      { bounce: "policy", code: "5.7.26", messageId: undefined },
    ]);
  });

  test("is a complaint in the format for feedback, also encoded", async () => {
    const feedback = Buffer.from("Feedback-Type: abuse\r\nUser-Agent: Yahoo!\r\nVersion: 1\r\n");
    const part = `Content-Type: message/feedback-report\r\nContent-Transfer-Encoding: base64\r\n\r\n${feedback.toString("base64")}`;
    const complaint = report([part, returned], "report; report-type=feedback-report");
    expect(await eventsOf("raw", complaint)).toMatchObject([
      { kind: "complained", address: "rina@contoh.test", messageId: "c7.41@toko.test" },
    ]);
    const taken = complaint.replace(
      feedback.toString("base64"),
      Buffer.from("Feedback-Type: not-spam\r\n").toString("base64"),
    );
    expect(await eventsOf("raw", taken)).toEqual([]);
  });

  test("is nothing when it is a holiday answer, spam or garbage, however large", async () => {
    const holiday =
      "From: rina@contoh.test\r\nAuto-Submitted: auto-replied\r\nSubject: Cuti\r\n\r\nSaya cuti. 550 5.1.1";
    const nested = Array.from({ length: 400 }).reduce<string>(
      (inner) => report([inner], "mixed"),
      statusPart(unknownMailbox),
    );
    for (const mail of ["", "\0", holiday, nested, "x: y\r\n".repeat(300_000)]) {
      expect(await eventsOf("raw", mail), mail.slice(0, 40)).toEqual([]);
    }
    const long = report([`X: ${"a".repeat(maxMessageBytes)}`, statusPart(unknownMailbox)]);
    expect(await eventsOf("raw", long)).toEqual([]);
    const crowded = report([statusPart(...Array.from({ length: 500 }, () => unknownMailbox))]);
    expect(await eventsOf("raw", crowded)).toHaveLength(100);
  });

  test("is read when a field of it is as long as the mail", async () => {
    // A search that takes quadratic time needs minutes for each of these.
    const length = 600_000;
    for (const field of [
      `X-Field: ${" ".repeat(length)}\rz`,
      `Final-Recipient: rfc822;<${"@".repeat(length)}`,
      `Final-Recipient: rfc822;a${"@".repeat(length)}(`,
      `Final-Recipient: rfc822;${"<a@".repeat(length / 3)}`,
    ]) {
      const group = ["Action: failed", "Status: 5.1.1", field].join("\r\n");
      expect(await eventsOf("raw", report([statusPart(group)]))).toMatchObject([
        { kind: "bounced", address: undefined },
      ]);
    }
  });
});

describe("a notification", () => {
  test("without the shop's secret is refused, whoever seems to send it", async () => {
    for (const source of ["ses", "postmark", "brevo", "generic", "raw"] as const) {
      for (const key of ["", "salah", `${secret}x`]) {
        expect(await read(source, "{}", key)).toEqual({ ok: false, problem: "not_signed" });
      }
    }
    for (const body of ["", "{", "[]", '{"events":{}}', '{"events":[{"id":"1"}]}']) {
      expect(await read("generic", body)).toEqual({ ok: false, problem: "not_readable" });
    }
  });

  test("of Mailgun is signed by time and token, and old ones are refused", async () => {
    const event = {
      id: "a1",
      event: "failed",
      severity: "permanent",
      recipient: "Rina@contoh.test",
      "delivery-status": { code: 550, "enhanced-code": "5.1.1", message: "No such user" },
      message: { headers: { "message-id": "c7.41@toko.test" } },
    };
    const signed = (seconds: number, token = "t", key = secret) => ({
      signature: {
        timestamp: String(seconds),
        token,
        signature: createHmac("sha256", key).update(`${seconds}${token}`).digest("hex"),
      },
      "event-data": event,
    });
    const seconds = now.getTime() / 1000;
    expect(await eventsOf("mailgun", signed(seconds))).toEqual([
      {
        id: "mailgun:a1",
        kind: "bounced",
        bounce: "hard",
        code: "5.1.1",
        reason: "No such user",
        address: "rina@contoh.test",
        messageId: "c7.41@toko.test",
        envelopeToken: undefined,
      },
    ]);
    expect(await eventsOf("mailgun", signed(seconds - 901))).toBe("not_signed");
    expect(await eventsOf("mailgun", signed(seconds, "t", "lain"))).toBe("not_signed");
  });

  test("of Postmark and Brevo tells a mailbox that is gone from one that is full or blocked", async () => {
    const postmark = (Type: string, Details = "") =>
      eventsOf("postmark", {
        RecordType: "Bounce",
        ID: 42,
        Type,
        Email: "rina@contoh.test",
        Details,
        Metadata: { id: "c7.41@toko.test" },
      });
    expect(await postmark("HardBounce", "smtp;550 5.1.1 unknown")).toMatchObject([
      { id: "postmark:bounce:42", bounce: "hard", messageId: "c7.41@toko.test" },
    ]);
    expect(await postmark("Blocked")).toMatchObject([{ bounce: "policy" }]);
    expect(await postmark("AutoResponder")).toEqual([]);
    expect(await postmark("SpamComplaint")).toMatchObject([{ kind: "complained" }]);

    const brevo = (event: string) =>
      eventsOf("brevo", {
        event,
        email: "rina@contoh.test",
        ts_event: 1,
        "message-id": "<c7.41@toko.test>",
      });
    expect(await brevo("hard_bounce")).toMatchObject([
      { kind: "bounced", bounce: "hard", messageId: "c7.41@toko.test" },
    ]);
    expect(await brevo("soft_bounce")).toMatchObject([{ bounce: "soft" }]);
    expect(await brevo("blocked")).toMatchObject([{ bounce: "policy" }]);
    expect(await brevo("opened")).toEqual([]);
    // Names that objects inherit must not be accepted as kinds of events.
    expect(await brevo("constructor")).toEqual([]);
  });

  test("of SES needs Amazon's signature besides, with a certificate of Amazon's host", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
    const fetched: string[] = [];
    const fetchText = async (address: string) => {
      fetched.push(address);
      return pem;
    };
    const message = JSON.stringify({
      eventType: "Bounce",
      mail: { commonHeaders: { messageId: "<c7.41@toko.test>" } },
      bounce: {
        bounceType: "Permanent",
        bouncedRecipients: [{ emailAddress: "rina@contoh.test", diagnosticCode: "550 5.1.1 x" }],
      },
    });
    const host = "https://sns.ap-southeast-3.amazonaws.com";
    const notification = (part: Record<string, string> = {}) => {
      const fields = {
        Type: "Notification",
        MessageId: "m-1",
        TopicArn: "arn:aws:sns:x",
        Message: message,
        Timestamp: "2026-11-25T03:00:00Z",
        SignatureVersion: "2",
        SigningCertURL: `${host}/cert.pem`,
        ...part,
      };
      const names =
        fields.Type === "Notification"
          ? ["Message", "MessageId", "Timestamp", "TopicArn", "Type"]
          : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];
      const text = names
        .map((name) => `${name}\n${(fields as Record<string, string>)[name]}\n`)
        .join("");
      const Signature = sign("sha256", Buffer.from(text), privateKey).toString("base64");
      return { ...fields, Signature };
    };
    const ask = (body: object) =>
      readMailEvents(
        { source: "ses", key: secret, body: Buffer.from(JSON.stringify(body)) },
        secret,
        { now, fetchText },
      );
    expect(await ask(notification())).toMatchObject({
      ok: true,
      events: [{ id: "ses:m-1:0", bounce: "hard", code: "5.1.1", messageId: "c7.41@toko.test" }],
    });
    const refused = { ok: false, problem: "not_signed" };
    expect(await ask({ ...notification(), MessageId: "m-2" })).toEqual(refused);
    for (const SigningCertURL of [
      "https://sns.ap-southeast-3.amazonaws.com.jahat.test/cert.pem",
      "http://sns.ap-southeast-3.amazonaws.com/cert.pem",
      "https://jahat.test/sns.ap-southeast-3.amazonaws.com/cert.pem",
    ]) {
      expect(await ask(notification({ SigningCertURL }))).toEqual(refused);
    }
    const subscription = { Type: "SubscriptionConfirmation", Token: "t" };
    const SubscribeURL = `${host}/?Action=ConfirmSubscription`;
    expect(await ask(notification({ ...subscription, SubscribeURL }))).toEqual({
      ok: true,
      events: [],
    });
    expect(
      await ask(notification({ ...subscription, SubscribeURL: "https://jahat.test/" })),
    ).toEqual(refused);
    expect(fetched).toEqual([`${host}/cert.pem`, SubscribeURL]);
  });
});
