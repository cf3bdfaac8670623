import { createHash } from "node:crypto";
import {
  addressIn,
  bounceClass,
  type MailEvent,
  messageIdIn,
  reasonOf,
  statusIn,
} from "./mail-event.ts";
import { type MimePart, maxMessageBytes, partsOf, readFields, readMime } from "./mime-parts.ts";

/** Recipients that one report may name. */
const maxRecipients = 100;

/**
 * Reads a whole mail that came to the bounce mailbox: a delivery status report (RFC 3464) or a complaint (RFC 5965).
 * @returns nothing for any other mail: answers of people on holiday, challenges, spam
 */
export function readReport(message: Uint8Array): readonly MailEvent[] {
  const source = Buffer.from(message.subarray(0, maxMessageBytes)).toString("latin1");
  const mail = readMime(source);
  const parts = [...partsOf(mail)];
  const status = parts.find(({ type }) => type === "message/delivery-status");
  const feedback = parts.find(({ type }) => type === "message/feedback-report");
  if (!status && !feedback) return [];
  const shared = {
    messageId: returnedId(parts),
    envelopeToken: envelopeToken(mail),
  };
  const id = createHash("sha256").update(source, "latin1").digest("hex");
  return feedback
    ? complaintOf(feedback, parts, id, shared)
    : statusesOf(status?.body ?? "", id, shared);
}

type Shared = Pick<MailEvent, "messageId" | "envelopeToken">;

/** The body is groups of fields: the first is about the message, each other about one recipient. */
function statusesOf(body: string, id: string, shared: Shared): readonly MailEvent[] {
  const [, ...recipients] = body
    .split(/\r?\n[ \t]*\r?\n/)
    .filter((group) => group.trim() !== "")
    .slice(0, maxRecipients + 1);
  return recipients.flatMap((group, place): MailEvent[] => {
    const fields = readFields(group);
    const action = fields.get("action")?.[0]?.toLowerCase() ?? "";
    const diagnostic = fields.get("diagnostic-code")?.[0] ?? "";
    const given = statusIn(fields.get("status")?.[0] ?? "");
    // Some servers report 5.0.0 and give the true code in the answer that they had.
    const code = given === "" || given.endsWith(".0.0") ? statusIn(diagnostic) || given : given;
    const kind = kinds[action];
    if (!kind) return [];
    return [
      {
        ...shared,
        id: `report:${id}:${place}`,
        kind,
        code,
        reason: reasonOf(diagnostic),
        bounce: kind === "bounced" ? bounceClass(code) : undefined,
        address: recipientOf(fields),
      },
    ];
  });
}

/** `relayed` and `expanded` say nothing about the mailbox. */
const kinds: Readonly<Record<string, "bounced" | "deferred" | "delivered">> = {
  failed: "bounced",
  delayed: "deferred",
  delivered: "delivered",
};

function recipientOf(fields: ReadonlyMap<string, readonly string[]>): string | undefined {
  const value = fields.get("original-recipient")?.[0] ?? fields.get("final-recipient")?.[0] ?? "";
  // `rfc822; name@example.com`
  return addressIn(value.slice(value.indexOf(";") + 1));
}

function complaintOf(
  feedback: MimePart,
  parts: readonly MimePart[],
  id: string,
  shared: Shared,
): readonly MailEvent[] {
  const fields = readFields(feedback.body);
  const type = fields.get("feedback-type")?.[0]?.toLowerCase() ?? "";
  // `not-spam` takes a complaint back; `auth-failure` (RFC 6591) is no complaint.
  if (type !== "abuse" && type !== "fraud" && type !== "other") return [];
  const returned = returnedHeaders(parts);
  return [
    {
      ...shared,
      id: `report:${id}:0`,
      kind: "complained",
      bounce: undefined,
      code: "",
      reason: reasonOf(fields.get("user-agent")?.[0] ?? type),
      address: addressIn(fields.get("original-rcpt-to")?.[0] ?? returned?.get("to")?.[0]),
    },
  ];
}

/** The headers of the mail that is returned, whole or cut. */
function returnedHeaders(
  parts: readonly MimePart[],
): ReadonlyMap<string, readonly string[]> | undefined {
  const returned = parts.find(
    ({ type }) => type === "message/rfc822" || type === "text/rfc822-headers",
  );
  return returned && readFields(returned.body.split(/\r?\n\r?\n/)[0] ?? "");
}

function returnedId(parts: readonly MimePart[]): string | undefined {
  return messageIdIn(returnedHeaders(parts)?.get("message-id")?.[0]);
}

/** Where the report was sent: our envelope sender, which mail servers write into these fields. */
function envelopeToken(mail: MimePart): string | undefined {
  for (const name of ["delivered-to", "x-original-to", "envelope-to", "to"]) {
    for (const value of mail.headers.get(name) ?? []) {
      const [, token] = /\bb\+([A-Za-z0-9_.-]{1,200})@/.exec(value) ?? [];
      if (token) return token;
    }
  }
  return undefined;
}
