/** What the texts of mails about orders may name. */
interface MailFacts {
  readonly number: string;
  /** Of a supplement: the number of the order whose design costs more. */
  readonly supplementOf: string;
  readonly total: string;
  /** What is to be paid next, and what was received. */
  readonly due: string;
  readonly received: string;
  /** What a cancellation does with the money that came in. */
  readonly money: "none" | "kept" | "refunded";
  readonly deadline: string;
  readonly courier: string;
  readonly tracking: string;
  /** The refunded amount. */
  readonly amount: string;
  readonly byTransfer: boolean;
  /** Of a refund by transfer: the bank, and the last four digits of the account's number. */
  readonly bank: string;
  readonly lastDigits: string;
  /** Of a corrected address: recipient, phone and address. */
  readonly to: string;
  /** The pickup place; `hours` is empty when the shop has none. */
  readonly pickup: { readonly place: string; readonly hours: string } | null;
}

export type OrderMailText = (facts: MailFacts) => {
  subject: string;
  heading: string;
  body: string;
};
