import { timingSafeEqual } from "node:crypto";
import { timeNow } from "#base/clock.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import type { MoneyBack, ProviderPayment } from "../provider.ts";

export type Status =
  | "requires_payment"
  | "requires_challenge"
  | "succeeded"
  | "declined"
  | "canceled"
  | "expired"
  | "refunded";

/** Methods that are paid on the order's own page; the others are paid at the demo bank. */
export const isPaidOnPage = (method: string): boolean => method === "card" || method === "device";

export interface Row {
  id: string;
  idempotency_key: string;
  method: string;
  details: Readonly<Record<string, string>>;
  amount: number;
  received: number | null;
  currency: string;
  status: Status;
  decline_code: string | null;
  client_secret: string;
  reference: string;
  refunds: MoneyBackRow[];
  chargebacks: (MoneyBackRow & { reversed?: true })[];
  expires_at: Date | null;
}

interface MoneyBackRow {
  id: string;
  amount: number;
}

const statuses = {
  requires_payment: "pending",
  requires_challenge: "pending",
  succeeded: "succeeded",
  refunded: "succeeded",
  declined: "declined",
  canceled: "canceled",
  expired: "expired",
} as const;

export function toProviderPayment(row: Row): ProviderPayment {
  const status = isOver(row) ? "expired" : statuses[row.status];
  const back = (rows: readonly MoneyBackRow[]): MoneyBack[] =>
    rows.map(({ id, amount }) => ({ reference: id, amount }));
  return {
    status,
    amount: row.received ?? row.amount,
    currency: row.currency,
    mode: "test",
    attemptId: row.idempotency_key,
    chargeReference: status === "succeeded" ? row.reference : undefined,
    declineCode: row.decline_code ?? undefined,
    refunds: back(row.refunds),
    chargebacks: back(row.chargebacks),
    reversals: back(row.chargebacks.filter(({ reversed }) => reversed)),
  };
}

/** The payment has expired and can no longer be paid. */
export function isOver(row: Row): boolean {
  const isOpen = row.status === "requires_payment" || row.status === "declined";
  return isOpen && row.expires_at !== null && row.expires_at.getTime() <= timeNow();
}

export async function lock(sql: Sql, id: string): Promise<Row | undefined> {
  const [row] = await sql<
    Row[]
  >`select * from private.builtin_payments where id = ${id} for update`;
  return row;
}

export interface Change<Answer> {
  readonly answer: Answer;
  readonly status?: Status;
  readonly declineCode?: string;
}

/** Decides about a payment while it is locked. @returns undefined without the payment's secret */
export async function change<Answer>(
  id: string,
  clientSecret: string,
  decide: (row: Row) => Change<Answer>,
): Promise<Answer | undefined> {
  return inTransaction(async (sql) => {
    const row = await lock(sql, id);
    if (!row || !isSecretOf(row, clientSecret)) return undefined;
    const { answer, status, declineCode } = decide(row);
    if (status) await move(sql, id, status, declineCode);
    return answer;
  });
}

export function isSecretOf(row: Row, clientSecret: string): boolean {
  const given = Buffer.from(clientSecret);
  const right = Buffer.from(row.client_secret);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** How the notification of a change is delivered. */
export interface Delivery {
  readonly delayMs?: number;
  readonly copies?: number;
  /** Never sent: the shop has to fetch the payment. */
  readonly isLost?: boolean;
}

/** Changes a payment and queues its notification in one transaction. */
export async function move(
  sql: Sql,
  id: string,
  status: Status,
  declineCode?: string,
  delivery: Delivery = {},
): Promise<void> {
  const [row] = await sql<{ version: number }[]>`
    update private.builtin_payments set status = ${status}, decline_code = ${declineCode ?? null},
      version = version + 1
    where id = ${id} returning version`;
  if (!row || delivery.isLost) return;
  const runAt = new Date(timeNow() + (delivery.delayMs ?? 0));
  for (let copy = 0; copy < (delivery.copies ?? 1); copy++) {
    const event = { id: `be_${id}_${row.version}`, type: `payment.${status}`, payment: id };
    await enqueue(sql, "notify-builtin", event, { key: `${event.id}:${copy}`, runAt });
  }
}
