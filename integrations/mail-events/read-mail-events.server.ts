import { createHmac, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import type { MailEvent } from "./mail-event.ts";
import {
  mailgunSchema,
  readBrevo,
  readGeneric,
  readMailgun,
  readPostmark,
  readSes,
} from "./providers.ts";
import { readReport } from "./read-report.ts";
import { type FetchText, isSignedBySns, isSnsAddress, snsSchema } from "./sns.server.ts";

/** Whose notifications the shop reads. `raw`: a whole mail that came to the bounce mailbox. */
export const mailEventSources = ["ses", "mailgun", "postmark", "brevo", "generic", "raw"] as const;
export type MailEventSource = (typeof mailEventSources)[number];

export interface MailNotification {
  readonly source: MailEventSource;
  /** `?key=…`, the password of Basic, or the token of Bearer. */
  readonly key: string;
  readonly body: Uint8Array;
}

export type MailNotificationProblem = "not_signed" | "not_readable";

type Read =
  | { readonly ok: true; readonly events: readonly MailEvent[] }
  | { readonly ok: false; readonly problem: MailNotificationProblem };

/** Maximum age in seconds of a notification of Mailgun. */
const maxAge = 900;
const fetchMs = 5_000;

const fetchFromAmazon: FetchText = async (address) => {
  const answer = await fetch(address, {
    redirect: "error",
    signal: AbortSignal.timeout(fetchMs),
  });
  if (!answer.ok) throw new Error(`${new URL(address).hostname} answered ${answer.status}`);
  return (await answer.text()).slice(0, 20_000);
};

/**
 * Reads a notification once it is proved: by the shop's secret, which Mailgun uses for its signature; by the signature of
 * SNS besides. Confirms a subscription of SNS.
 * @param secret MAIL_EVENTS_SECRET
 * @throws when Amazon cannot be reached: the notification is to be sent again
 */
export async function readMailEvents(
  { source, key, body }: MailNotification,
  secret: string,
  { now = new Date(), fetchText = fetchFromAmazon }: { now?: Date; fetchText?: FetchText } = {},
): Promise<Read> {
  if (source !== "mailgun" && !isEqual(key, secret)) return { ok: false, problem: "not_signed" };
  if (source === "raw") return { ok: true, events: readReport(body) };
  try {
    const json: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
    switch (source) {
      case "ses":
        return await readSnsNotification(json, fetchText);
      case "mailgun": {
        const read = v.parse(mailgunSchema, json);
        return isOfMailgun(read.signature, secret, now)
          ? { ok: true, events: readMailgun(read["event-data"]) }
          : { ok: false, problem: "not_signed" };
      }
      case "postmark":
        return { ok: true, events: readPostmark(json) };
      case "brevo":
        return { ok: true, events: readBrevo(json) };
      case "generic":
        return { ok: true, events: readGeneric(json) };
    }
  } catch (error) {
    if (error instanceof SyntaxError || v.isValiError(error)) {
      return { ok: false, problem: "not_readable" };
    }
    throw error;
  }
}

async function readSnsNotification(json: unknown, fetchText: FetchText): Promise<Read> {
  const notification = v.parse(snsSchema, json);
  if (!(await isSignedBySns(notification, fetchText))) return { ok: false, problem: "not_signed" };
  const { Type, Message, MessageId, SubscribeURL = "" } = notification;
  if (Type === "SubscriptionConfirmation") {
    if (!isSnsAddress(SubscribeURL)) return { ok: false, problem: "not_signed" };
    await fetchText(SubscribeURL);
  }
  if (Type !== "Notification") return { ok: true, events: [] };
  const message: unknown = JSON.parse(Message);
  return { ok: true, events: readSes(message, MessageId) };
}

/** A notification that is sent again has the same event id and does nothing, so its token is not stored. */
function isOfMailgun(
  { timestamp, token, signature }: v.InferOutput<typeof mailgunSchema>["signature"],
  secret: string,
  now: Date,
): boolean {
  const seconds = Number(timestamp);
  if (!Number.isFinite(seconds) || Math.abs(now.getTime() / 1000 - seconds) > maxAge) return false;
  const mac = createHmac("sha256", secret)
    .update(timestamp + token)
    .digest("hex");
  return isEqual(signature, mac);
}

function isEqual(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) =>
    createHmac("sha256", "compare").update(text).digest(),
  );
  return right !== "" && one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
