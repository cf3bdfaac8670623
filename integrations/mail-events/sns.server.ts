import { createPublicKey, createVerify } from "node:crypto";
import * as v from "valibot";

/*
 * Notifications of Amazon SNS, which SES sends its events through. Anybody with an AWS account can sign a notification, so
 * the address of the endpoint carries the shop's secret as well.
 */

export const snsSchema = v.object({
  Type: v.picklist(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  MessageId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  TopicArn: v.string(),
  Message: v.string(),
  Timestamp: v.string(),
  SignatureVersion: v.picklist(["1", "2"]),
  Signature: v.string(),
  SigningCertURL: v.string(),
  Subject: v.optional(v.string()),
  Token: v.optional(v.string()),
  SubscribeURL: v.optional(v.string()),
});
export type SnsNotification = v.InferOutput<typeof snsSchema>;

/** Answers an address of Amazon; replaced in tests. @throws when it is not reachable */
export type FetchText = (address: string) => Promise<string>;

/** Whether an address is one of SNS: its certificate must not come from anywhere else. */
export function isSnsAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username } = new URL(address);
  const isHost = /^sns\.[a-z0-9-]{4,30}\.amazonaws\.com(\.cn)?$/.test(hostname);
  return protocol === "https:" && port === "" && username === "" && isHost;
}

const maxCertificates = 20;
const certificates = new Map<string, string>();

/**
 * Whether SNS signed the notification.
 * @throws when the certificate cannot be fetched: the notification is to be sent again
 */
export async function isSignedBySns(
  notification: SnsNotification,
  fetchText: FetchText,
): Promise<boolean> {
  const { SigningCertURL: address, SignatureVersion, Signature } = notification;
  if (!isSnsAddress(address) || !new URL(address).pathname.endsWith(".pem")) return false;
  const pem = certificates.get(address) ?? (await fetchText(address));
  const verify = createVerify(SignatureVersion === "1" ? "RSA-SHA1" : "RSA-SHA256");
  verify.update(signedText(notification));
  try {
    const isSigned = verify.verify(createPublicKey(pem), Signature, "base64");
    if (isSigned && certificates.size < maxCertificates) certificates.set(address, pem);
    return isSigned;
  } catch {
    // What came is no certificate.
    return false;
  }
}

/** The fields that are signed, each as its name and its value on lines of their own. */
function signedText(notification: SnsNotification): string {
  const names =
    notification.Type === "Notification"
      ? (["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"] as const)
      : ([
          "Message",
          "MessageId",
          "SubscribeURL",
          "Timestamp",
          "Token",
          "TopicArn",
          "Type",
        ] as const);
  return names
    .flatMap((name) => {
      const value = notification[name];
      return value === undefined ? [] : [`${name}\n${value}\n`];
    })
    .join("");
}
