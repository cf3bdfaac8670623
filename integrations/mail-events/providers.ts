import * as v from "valibot";
import {
  addressIn,
  bounceClass,
  type MailEvent,
  messageIdIn,
  reasonOf,
  statusIn,
} from "./mail-event.ts";

/*
 * The notifications of mail providers, as their documents say. An event that a reader does not know is nothing: providers
 * add kinds (opens, clicks) that the shop does not ask for.
 */

const text = v.optional(v.nullable(v.string()), "");
const anId = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.minLength(1),
  v.maxLength(300),
);

/** Amazon SES: the `Message` of an SNS notification. */
const sesSchema = v.object({
  eventType: v.optional(v.string()),
  notificationType: v.optional(v.string()),
  mail: v.object({
    commonHeaders: v.optional(v.object({ messageId: v.optional(v.string()) })),
  }),
  bounce: v.optional(
    v.object({
      bounceType: text,
      bouncedRecipients: v.array(
        v.object({ emailAddress: v.string(), status: text, diagnosticCode: text }),
      ),
    }),
  ),
  complaint: v.optional(
    v.object({
      complaintFeedbackType: text,
      complainedRecipients: v.array(v.object({ emailAddress: v.string() })),
    }),
  ),
  delivery: v.optional(v.object({ recipients: v.array(v.string()), smtpResponse: text })),
});

/** @param id of the SNS notification, the same when it is sent again */
export function readSes(message: unknown, id: string): readonly MailEvent[] {
  const read = v.parse(sesSchema, message);
  const shared = {
    messageId: messageIdIn(read.mail.commonHeaders?.messageId),
    envelopeToken: undefined,
  };
  const isPermanent = read.bounce?.bounceType === "Permanent";
  const bounced = (read.bounce?.bouncedRecipients ?? []).map((recipient) => {
    const code = statusIn(recipient.status ?? "") || statusIn(recipient.diagnosticCode ?? "");
    return {
      kind: "bounced" as const,
      bounce: bounceClass(code, isPermanent),
      code,
      reason: recipient.diagnosticCode,
      address: recipient.emailAddress,
    };
  });
  const complained = (read.complaint?.complainedRecipients ?? []).map(({ emailAddress }) => ({
    kind: "complained" as const,
    bounce: undefined,
    code: "",
    reason: read.complaint?.complaintFeedbackType,
    address: emailAddress,
  }));
  const delivered = (read.delivery?.recipients ?? []).map((address) => ({
    kind: "delivered" as const,
    bounce: undefined,
    code: "",
    reason: read.delivery?.smtpResponse,
    address,
  }));
  return [...bounced, ...complained, ...delivered].map((event, place) => ({
    ...shared,
    ...event,
    id: `ses:${id}:${place}`,
    reason: reasonOf(event.reason),
    address: addressIn(event.address),
  }));
}

export const mailgunSchema = v.object({
  signature: v.object({ timestamp: v.string(), token: v.string(), signature: v.string() }),
  "event-data": v.object({
    id: anId,
    event: v.string(),
    severity: text,
    recipient: text,
    reason: text,
    "delivery-status": v.optional(
      v.object({ code: v.optional(v.number()), "enhanced-code": text, message: text }),
    ),
    message: v.optional(v.object({ headers: v.optional(v.object({ "message-id": text })) })),
  }),
});

export function readMailgun(
  body: v.InferOutput<typeof mailgunSchema>["event-data"],
): readonly MailEvent[] {
  const status = body["delivery-status"];
  const said = status?.message || body.reason || "";
  const code = statusIn(status?.["enhanced-code"] ?? "") || statusIn(said);
  const kind = mailgunKinds.get(`${body.event}${body.severity ? `:${body.severity}` : ""}`);
  if (!kind) return [];
  // `suppress-…`: Mailgun did not send, because it keeps a list of its own; the first event said why.
  const isPermanent = body.severity === "permanent" && !(body.reason ?? "").startsWith("suppress-");
  return [
    {
      id: `mailgun:${body.id}`,
      kind,
      code,
      reason: reasonOf(said),
      bounce: kind === "bounced" ? bounceClass(code, isPermanent) : undefined,
      address: addressIn(body.recipient),
      messageId: messageIdIn(body.message?.headers?.["message-id"]),
      envelopeToken: undefined,
    },
  ];
}

const mailgunKinds: ReadonlyMap<string, MailEvent["kind"]> = new Map([
  ["delivered", "delivered"],
  ["failed:permanent", "bounced"],
  ["failed:temporary", "deferred"],
  ["complained", "complained"],
]);

const postmarkSchema = v.object({
  RecordType: v.string(),
  ID: v.optional(anId),
  MessageID: text,
  Type: text,
  Email: text,
  Recipient: text,
  Description: text,
  Details: text,
  Metadata: v.optional(v.record(v.string(), v.unknown())),
});

/** Postmark gives its own message id; ours comes back in the metadata of its header `X-PM-Metadata-id`. */
export function readPostmark(body: unknown): readonly MailEvent[] {
  const read = v.parse(postmarkSchema, body);
  const said = read.Details || read.Description || "";
  const code = statusIn(said);
  const shared = {
    code,
    reason: reasonOf(said),
    envelopeToken: undefined,
    address: addressIn(read.Email || read.Recipient),
    messageId: messageIdIn(read.Metadata?.id),
  };
  const id = (what: string) => `postmark:${what}:${read.ID ?? read.MessageID}`;
  switch (read.RecordType) {
    case "Delivery":
      return [{ ...shared, id: id("delivery"), kind: "delivered", bounce: undefined }];
    case "SpamComplaint":
      return [{ ...shared, id: id("complaint"), kind: "complained", bounce: undefined }];
    case "Bounce": {
      if (read.Type === "SpamComplaint" || read.Type === "SpamNotification") {
        return [{ ...shared, id: id("complaint"), kind: "complained", bounce: undefined }];
      }
      if (read.Type === "Transient" || read.Type === "DnsError") {
        return [{ ...shared, id: id("bounce"), kind: "deferred", bounce: undefined }];
      }
      // Holiday answers, challenges and address changes arrive as bounces too.
      if (!postmarkBounces.has(read.Type ?? "")) return [];
      const isPermanent = read.Type === "HardBounce" || read.Type === "BadEmailAddress";
      const bounce = read.Type === "Blocked" ? "policy" : bounceClass(code, isPermanent);
      return [{ ...shared, id: id("bounce"), kind: "bounced", bounce }];
    }
    default:
      return [];
  }
}

const postmarkBounces = new Set(["HardBounce", "SoftBounce", "BadEmailAddress", "Blocked"]);

const brevoSchema = v.object({
  event: v.string(),
  email: text,
  "message-id": text,
  reason: text,
  ts_event: v.optional(v.union([v.string(), v.number()]), ""),
});

/** Brevo numbers its webhooks, not its events: an event is its kind, mail, recipient and second. */
export function readBrevo(body: unknown): readonly MailEvent[] {
  const read = v.parse(brevoSchema, body);
  const kind = brevoKinds.get(read.event);
  if (!kind) return [];
  const code = statusIn(read.reason ?? "");
  const isPermanent = read.event === "hard_bounce" || read.event === "invalid_email";
  const bounce = read.event === "blocked" ? "policy" : bounceClass(code, isPermanent);
  const messageId = messageIdIn(read["message-id"]);
  const address = addressIn(read.email);
  return [
    {
      id: `brevo:${read.event}:${messageId ?? ""}:${address ?? ""}:${read.ts_event}`.slice(0, 400),
      kind,
      code,
      reason: reasonOf(read.reason),
      address,
      messageId,
      bounce: kind === "bounced" ? bounce : undefined,
      envelopeToken: undefined,
    },
  ];
}

const brevoKinds: ReadonlyMap<string, MailEvent["kind"]> = new Map([
  ["delivered", "delivered"],
  ["deferred", "deferred"],
  ["soft_bounce", "bounced"],
  ["hard_bounce", "bounced"],
  ["invalid_email", "bounced"],
  ["blocked", "bounced"],
  ["spam", "complained"],
  ["complaint", "complained"],
]);

/** For any other program that sends mail for the shop; see docs/operations.md. */
const genericSchema = v.object({
  events: v.pipe(
    v.array(
      v.object({
        id: anId,
        kind: v.picklist(["delivered", "deferred", "bounced", "complained"]),
        permanent: v.optional(v.boolean(), false),
        code: text,
        reason: text,
        address: text,
        message_id: text,
      }),
    ),
    v.maxLength(500),
  ),
});

export function readGeneric(body: unknown): readonly MailEvent[] {
  return v.parse(genericSchema, body).events.map((event) => {
    const code = statusIn(event.code ?? "") || statusIn(event.reason ?? "");
    return {
      id: `generic:${event.id}`,
      kind: event.kind,
      code,
      reason: reasonOf(event.reason),
      bounce: event.kind === "bounced" ? bounceClass(code, event.permanent) : undefined,
      address: addressIn(event.address),
      messageId: messageIdIn(event.message_id),
      envelopeToken: undefined,
    };
  });
}
