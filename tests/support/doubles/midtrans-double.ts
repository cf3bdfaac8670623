import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/*
 * A double of Midtrans' Snap and Core APIs as documented: a token before the payer is known, a transaction once the
 * payer has chosen a method, whole rupiah as text with two zeros, codes in the body, notifications whose signature
 * covers neither status nor time.
 * Sources: docs.midtrans.com/reference/backend-integration, /reference/get-transaction-status,
 * /docs/transaction-status-cycle, /docs/https-notification-webhooks, /reference/refund-transaction.
 */

export const midtransKeys = {
  serverKey: "SB-Mid-server-double-0123456789",
  clientKey: "SB-Mid-client-double-0123456789",
} as const;

interface Transaction {
  transaction_id: string;
  order_id: string;
  gross_amount: string;
  currency: string;
  payment_type: string;
  transaction_status: string;
  fraud_status: string;
  status_code: string;
  transaction_time: string;
  refund_amount?: string;
  refunds?: { refund_key: string; refund_amount: string; refund_chargeback_id: number }[];
}

export interface MidtransDouble {
  readonly url: string;
  /** Snap's requests, by order_id. */
  readonly asked: ReadonlyMap<string, Record<string, unknown>>;
  loseAnswers(count: number): void;
  setDown(isDown: boolean): void;
  /** The payer chooses a payment method in Snap's window. */
  choose(orderId: string, paymentType?: string): void;
  /** Midtrans moves a transaction. */
  move(orderId: string, status: string, fraud?: string): void;
  /** Refunds from Midtrans' dashboard. @param isListed whether the status has `refunds` beside their sum */
  returnMoney(
    orderId: string,
    refunds: readonly { refund_key: string; amount: number }[],
    isListed: boolean,
  ): void;
  /** A notification of Midtrans; `as` changes fields under the same signature. */
  notification(orderId: string, as?: Partial<Transaction>): Uint8Array;
  close(): Promise<void>;
}

const codes: Readonly<Record<string, string>> = {
  pending: "201",
  deny: "202",
  expire: "407",
};

export async function startMidtransDouble(): Promise<MidtransDouble> {
  const asked = new Map<string, Record<string, unknown>>();
  const transactions = new Map<string, Transaction>();
  const authorization = `Basic ${Buffer.from(`${midtransKeys.serverKey}:`).toString("base64")}`;
  let lost = 0;
  let isDown = false;
  let last = 0;

  const transactionOf = (orderId: string): Transaction => {
    const transaction = transactions.get(orderId);
    if (!transaction) throw new Error(`the double has no ${orderId}`);
    return transaction;
  };

  function snap(body: Record<string, unknown>): [number, unknown] {
    const details = body.transaction_details as { order_id?: string; gross_amount?: number };
    if (!details?.order_id || !Number.isInteger(details.gross_amount)) {
      return [400, { error_messages: ["transaction_details.gross_amount is required"] }];
    }
    if (transactions.has(details.order_id)) {
      return [400, { error_messages: ["transaction_details.order_id has already been taken"] }];
    }
    asked.set(details.order_id, body);
    const token = `snap-token-${++last}`;
    return [201, { token, redirect_url: `https://app.sandbox.midtrans.com/snap/v4/${token}` }];
  }

  function core(orderId: string, act: string, body: Record<string, unknown>): [number, unknown] {
    const transaction = transactions.get(orderId);
    if (!transaction) {
      return [404, { status_code: "404", status_message: "Transaction doesn't exist." }];
    }
    const isOpen = transaction.transaction_status === "pending";
    if (act === "status") return [200, transaction];
    if (act === "cancel") {
      const isCapture = transaction.transaction_status === "capture";
      if (!isOpen && !isCapture) return refusal("412", "Merchant cannot modify the status");
      transaction.transaction_status = "cancel";
      transaction.status_code = "200";
      return [200, { ...transaction, status_code: "200" }];
    }
    if (act === "refund") return refund(transaction, body);
    return refusal("404", "no such endpoint");
  }

  function refund(transaction: Transaction, body: Record<string, unknown>): [number, unknown] {
    const { refund_key, amount } = body as { refund_key: string; amount: number };
    if (!["settlement", "partial_refund"].includes(transaction.transaction_status)) {
      return refusal("412", "Transaction status cannot be updated.");
    }
    if (/_va$|bank_transfer|echannel|cstore/.test(transaction.payment_type)) {
      return refusal("412", "Payment type is not supported for refund");
    }
    const before = transaction.refunds ?? [];
    if (before.some((item) => item.refund_key === refund_key)) {
      return refusal("406", "Duplicate refund key");
    }
    const given = before.reduce((sum, item) => sum + Number(item.refund_amount), 0) + amount;
    if (given > Number(transaction.gross_amount)) {
      return refusal("414", "Refund amount is more than the transaction amount");
    }
    const refund_amount = `${amount}.00`;
    transaction.refunds = [...before, { refund_key, refund_amount, refund_chargeback_id: ++last }];
    transaction.refund_amount = `${given}.00`;
    const isWhole = given === Number(transaction.gross_amount);
    transaction.transaction_status = isWhole ? "refund" : "partial_refund";
    return [200, { ...transaction, status_code: "200", refund_key }];
  }

  const server = createServer(async (request, response) => {
    const text = await readBody(request);
    const [, , orderId = "", act = ""] = (request.url ?? "").split("/");
    const send = ([status, body]: [number, unknown]) => {
      if (lost > 0) {
        lost -= 1;
        request.socket.destroy();
        return;
      }
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (isDown) return send([503, { status_code: "503", status_message: "down" }]);
    if (request.headers.authorization !== authorization) {
      const error_messages = ["Access denied due to unauthorized transaction"];
      return send([401, { status_code: "401", error_messages }]);
    }
    const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
    send(
      request.url === "/snap/v1/transactions"
        ? snap(body)
        : core(decodeURIComponent(orderId), act, body),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    loseAnswers: (count) => {
      lost = count;
    },
    setDown: (down) => {
      isDown = down;
    },
    choose(orderId, paymentType = "gopay") {
      const details = asked.get(orderId)?.transaction_details as { gross_amount: number };
      transactions.set(orderId, {
        transaction_id: `00000000-0000-4000-8000-${String(++last).padStart(12, "0")}`,
        order_id: orderId,
        gross_amount: `${details.gross_amount}.00`,
        currency: "IDR",
        payment_type: paymentType,
        transaction_status: "pending",
        fraud_status: "accept",
        status_code: "201",
        transaction_time: "2026-11-21 10:00:00",
      });
    },
    move(orderId, status, fraud = "accept") {
      const transaction = transactionOf(orderId);
      transaction.transaction_status = status;
      transaction.fraud_status = fraud;
      transaction.status_code = codes[status] ?? "200";
    },
    returnMoney(orderId, refunds, isListed) {
      const transaction = transactionOf(orderId);
      const sum = refunds.reduce((total, { amount }) => total + amount, 0);
      const isWhole = sum === Number(transaction.gross_amount);
      transaction.transaction_status = isWhole ? "refund" : "partial_refund";
      transaction.refund_amount = `${sum}.00`;
      delete transaction.refunds;
      if (!isListed) return;
      transaction.refunds = refunds.map(({ refund_key, amount }, index) => ({
        refund_key,
        refund_amount: `${amount}.00`,
        refund_chargeback_id: index + 1,
      }));
    },
    notification(orderId, as = {}) {
      const transaction = transactionOf(orderId);
      const signature_key = createHash("sha512")
        .update(
          transaction.order_id +
            transaction.status_code +
            transaction.gross_amount +
            midtransKeys.serverKey,
        )
        .digest("hex");
      return Buffer.from(JSON.stringify({ ...transaction, ...as, signature_key }));
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(code: string, message: string): [number, unknown] {
  return [Number(code) === 404 ? 404 : 200, { status_code: code, status_message: message }];
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
