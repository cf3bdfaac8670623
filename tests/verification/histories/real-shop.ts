import type { Person } from "#shop/kernel/access.ts";
import type { SimulatedBank } from "../stage/simulated-bank.ts";
import type { Cast } from "./observe.ts";

/** The real shop in which a history is played. */
export interface Shop {
  readonly seed: number;
  readonly cast: Cast;
  readonly bank: SimulatedBank;
  readonly people: ReadonlyMap<string, { person: Person; addressId: string }>;
  readonly staff: Person;
  readonly code: string;
  /** The order's customer, by the buyer's key. */
  ownerOf(order: string): Person;
  /** Ages all payments, so that the reconciler checks them. */
  letTimePass(): Promise<void>;
}

export const nobody = "00000000-0000-4000-8000-000000000000";

export type Said = { ok: true } | { ok: false; problem: string | { code: string } };

export function said(answer: Said): string {
  if (answer.ok) return "ok";
  return typeof answer.problem === "string" ? answer.problem : answer.problem.code;
}
