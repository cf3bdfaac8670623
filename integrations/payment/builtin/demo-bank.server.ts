import { asShop } from "#db/client.server.ts";
import { change, isOver, isPaidOnPage, isSecretOf, type Row } from "./ledger.server.ts";

/** A payment as the demo bank's page shows it. */
export interface DemoPayment {
  readonly method: string;
  readonly amount: number;
  readonly number: string | undefined;
  readonly returnUrl: string;
  readonly isOpen: boolean;
}

/** The facts for the page of the demo bank, wallet or QR app. Undefined without the payment's secret. */
export async function readDemoPayment(
  id: string,
  clientSecret: string,
): Promise<DemoPayment | undefined> {
  const [row] = await asShop()<Row[]>`select * from private.builtin_payments where id = ${id}`;
  if (!row || !isSecretOf(row, clientSecret)) return undefined;
  return {
    method: row.method,
    amount: row.amount,
    number: row.details.number,
    returnUrl: row.details.return_url ?? "/",
    isOpen: isPayable(row),
  };
}

/** Pays or refuses at the demo bank. @returns the address to redirect to */
export async function actAtDemoBank(
  id: string,
  clientSecret: string,
  act: "pay" | "refuse",
): Promise<string | undefined> {
  return change(id, clientSecret, (row) => {
    const answer = row.details.return_url ?? "/";
    if (!isPayable(row)) return { answer };
    return act === "pay"
      ? { answer, status: "succeeded" }
      : { answer, status: "declined", declineCode: "payer_refused" };
  });
}

function isPayable(row: Row): boolean {
  const isOpen = row.status === "requires_payment" || row.status === "declined";
  return isOpen && !isPaidOnPage(row.method) && !isOver(row);
}
