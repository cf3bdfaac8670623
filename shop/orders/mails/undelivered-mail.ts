/** A mail about an order that did not reach its buyer. */
export interface UndeliveredMail {
  readonly id: number;
  readonly address: string;
  /** Empty: another mail to the address came back. */
  readonly subject: string;
  /** `hard`: there is no such mailbox. `soft`: it takes no mails at present. `policy`: the mail was refused. */
  readonly bounce: "hard" | "soft" | "policy";
  readonly code: string;
  /** In the words of the other side. */
  readonly reason: string;
  /** ISO 8601. */
  readonly at: string;
}

/** An order whose buyer could not be reached. */
export interface UndeliveredOrder {
  readonly id: string;
  readonly number: string;
  readonly recipient: string;
  readonly bounce: UndeliveredMail["bounce"];
  /** Mails that came back. */
  readonly mails: number;
  /** ISO 8601. */
  readonly since: string;
}
