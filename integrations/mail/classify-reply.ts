/** What is known of one attempt to hand a message over. */
export interface HandOver {
  /** Whether a byte of the message may have left: its stream was read. */
  readonly isRead: boolean;
  /** The command that the reply answers, or during which the connection failed. */
  readonly stage: "connect" | "login" | "mail" | "rcpt" | "data" | "body" | "local";
  /** The last reply of the server to it, e.g. `452 4.2.2 mailbox full`; undefined: none came. */
  readonly reply?: string | undefined;
}

/**
 * What becomes of a delivery after an attempt.
 *
 * - `accepted`: the server took it.
 * - `refused`: the server will never take it for this recipient.
 * - `deferred`: it may take it later. `trouble` says whose the problem is: the recipient's mailbox, the recipient's mail provider
 *   that wants fewer mails, or the sender's reputation or settings.
 * - `pending`: nothing left this machine, so it may be tried at once.
 * - `uncertain`: the message may have arrived. Only a later event or a person may settle it (RFC 1047).
 */
export type HandOverEnd =
  | { readonly state: "accepted"; readonly reply: string }
  | { readonly state: "refused"; readonly reply: string }
  | {
      readonly state: "deferred";
      readonly reply: string;
      readonly trouble: "mailbox" | "pace" | "policy";
    }
  | { readonly state: "pending" }
  | { readonly state: "uncertain" };

/** Decides what becomes of a delivery; pure. A reply that is no SMTP reply counts as none. */
export function classifyHandOver({ isRead, stage, reply }: HandOver): HandOverEnd {
  const [, code = "", enhanced = ""] =
    /^([2-5]\d\d)(?:[ -](\d\.\d{1,3}\.\d{1,3})?|$)/.exec(reply ?? "") ?? [];
  const short = enhanced ? `${code} ${enhanced}` : code;
  if (stage === "local") {
    // The address is refused before the server saw it.
    return isRead ? { state: "uncertain" } : { state: "refused", reply: "553 5.1.3" };
  }
  if (code === "" || code.startsWith("3")) {
    return isRead ? { state: "uncertain" } : { state: "pending" };
  }
  if (code.startsWith("2")) {
    if (stage === "body" && isRead) return { state: "accepted", reply: short };
    // A connection that failed after an earlier reply.
    return isRead ? { state: "uncertain" } : { state: "pending" };
  }
  if (code.startsWith("4")) {
    const isPace = code === "421" || enhanced === "4.7.28" || code === "454";
    const isPolicy = enhanced.startsWith("4.7.") || stage === "login";
    return {
      state: "deferred",
      reply: short,
      trouble: isPace ? "pace" : isPolicy ? "policy" : "mailbox",
    };
  }
  // Policy refusals, and refusals of the session, say nothing about the address.
  const isPolicy = enhanced.startsWith("5.7.") || (stage !== "rcpt" && stage !== "body");
  return isPolicy
    ? { state: "deferred", reply: short, trouble: "policy" }
    : { state: "refused", reply: short };
}
