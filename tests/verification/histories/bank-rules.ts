import type { BankAct } from "./action.ts";
import { type Attempt, sum } from "./world.ts";

/**
 * An act in a bank's own ledger, which is independent of the shop's.
 * @param paid whole rupiah of the payment
 */
export function atBank(
  bank: NonNullable<Attempt["bank"]>,
  act: BankAct,
  paid: number,
  part: "whole" | "half" = "whole",
) {
  const isOpen = bank.status === "open" || bank.status === "declined";
  const isUnderWay = isOpen || bank.status === "processing";
  const disputes = Object.values(bank.disputes);
  if (act === "process" && isOpen) bank.status = "processing";
  else if (act === "pay" && isUnderWay) bank.status = "succeeded";
  else if (act === "refuse" && isUnderWay) bank.status = "declined";
  else if (act === "force" && bank.status !== "succeeded") bank.status = "succeeded";
  else if (act === "dispute" && bank.status === "succeeded") {
    const left = paid - sum(disputes.map(({ amount }) => amount));
    const amount = part === "whole" ? left : Math.floor(left / 2);
    if (amount > 0) bank.disputes[`d${disputes.length}`] = { amount, won: false };
  } else if (act === "win") {
    const open = disputes.find(({ won }) => !won);
    if (open) open.won = true;
  }
}
