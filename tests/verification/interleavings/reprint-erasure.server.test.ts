import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { deleteAccount } from "#shop/customers/delete-account.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { confirmReceived, shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { countPrinted } from "#shop/production/customisations/print-files/print-pieces.server.ts";
import { reprint } from "#shop/production/customisations/print-files/reprint.server.ts";
import { findStaffCustomisation } from "#shop/production/customisations/queue/staff-queue.server.ts";
import { type OrderedDesign, orderDesign } from "#tests/support/builders/customisations.ts";
import { leavingCustomer } from "#tests/support/builders/leaving-customer.ts";
import { demoPerson, openTestProviders, stockOf } from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Ready, Stage, type Turn } from "../stage/stage.ts";

/** The test pauses the first before every n-th of its steps. */
const every = 3;
const database = testDatabase({ demo: true, max: 10 });
const staff = demoPerson("staff@etalase.test");

interface Received extends OrderedDesign {
  readonly person: Person;
  readonly variant: string;
  /** Pieces on hand. */
  readonly stock: number;
}
type Acts = Readonly<Record<string, (given: Received) => Promise<{ ok: boolean }>>>;

const print = (id: string) =>
  countPrinted(staff, { id: randomUUID(), customisation_id: id, good: 1, spoiled: 0, reason: "" });
const again = (id: string) =>
  reprint(staff, { id: randomUUID(), customisation_id: id, pieces: 2, reason: "Hilang" });
const done = <T extends { ok: boolean }>(result: T): T => {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result;
};

let leavers = 0;

/** A printed piece that its buyer has, who may leave. @param isOpen staff asked for two more of it */
async function received(isOpen: boolean): Promise<Received> {
  const { person, addressId } = await leavingCustomer(`berkemas-${leavers++}`);
  const design = await orderDesign(person, "self", { address_id: addressId });
  done(await print(design.id));
  const sent = { courier: "JNE", service: "REG", tracking_number: "JN-1" };
  done(await shipOrder(staff, { order_id: design.order_id, ...sent }));
  done(await confirmReceived(person, design.order_id));
  const [row] = await asSeed()<{ variant_id: string }[]>`
    select variant_id from order_lines where id = ${design.line}`;
  const variant = row?.variant_id ?? "";
  const { on_hand } = await stockOf(variant);
  if (isOpen) done(await again(design.id));
  return { ...design, person, variant, stock: on_hand };
}

/** The first runs up to its step, the second to its end or until it waits for the first; then both to their ends. */
const paused =
  (first: string, at: number) =>
  (ready: readonly Ready[]): Turn => {
    const held = ready.find(({ actor }) => actor === first);
    const other = ready.find(({ actor }) => actor !== first);
    const next = held && (held.stepsDone < at || !other) ? held : other;
    if (!next) throw new Error("nobody moves");
    return { actor: next.actor, how: "go" };
  };

async function stepsOf(stage: Stage, isOpen: boolean, act: Acts[string]): Promise<number> {
  const given = await received(isOpen);
  let count = 0;
  await stage.play(new Map([["alone", () => act(given)]]), ([next]) => {
    count += 1;
    return { actor: next?.actor ?? "", how: "go" };
  });
  return count;
}

/** What must hold once the account is gone, whatever came first. */
async function expectNothingOpen(given: Received, good: number): Promise<void> {
  const seen = await findStaffCustomisation(staff, given.id, "id");
  if (!seen) throw new Error("the design is gone");
  const canceled = seen.reprints.reduce((sum, one) => sum + one.canceled, 0);
  const wanted = seen.reprints.reduce((sum, { pieces }) => sum + pieces, 0);
  // No job stands without a file: what was not printed is canceled, and its pieces are in the stock again.
  expect({ status: seen.status, pieces: seen.pieces, good: seen.good }).toEqual({
    status: "done",
    pieces: good,
    good,
  });
  expect(canceled).toBe(1 + wanted - good);
  expect((await stockOf(given.variant)).on_hand).toBe(given.stock - (good - 1));
  expect(await print(given.id)).toMatchObject({ ok: false });
  expect(await again(given.id)).toEqual({ ok: false, problem: "buyer_gone" });
}

const pairs: readonly { name: string; isOpen: boolean; acts: Acts }[] = [
  {
    name: "while a reprint is requested",
    isOpen: false,
    acts: { leave: ({ person }) => deleteAccount(person), again: ({ id }) => again(id) },
  },
  {
    name: "while one of two reprints is printed",
    isOpen: true,
    acts: { leave: ({ person }) => deleteAccount(person), print: ({ id }) => print(id) },
  },
];

test.for(pairs)(
  "an account is deleted $name: nothing stays to be printed without a file",
  { timeout: 120_000 },
  async ({ isOpen, acts }) => {
    openTestProviders();
    await closeConnections();
    openConnections(database.url(), { max: 10 });
    const stage = new Stage(database.url());
    for (const [first, act] of Object.entries(acts)) {
      const steps = await stepsOf(stage, isOpen, act);
      expect(steps).toBeGreaterThan(every);
      for (let at = 0; at < steps; at += every) {
        const given = await received(isOpen);
        const plays = Object.entries(acts).map(([name, run]) => [name, () => run(given)] as const);
        const outcomes = await stage.play(new Map(plays), paused(first, at));
        const left = outcomes.get("leave");
        expect({ first, at, left }).toMatchObject({ left: { kind: "done", value: { ok: true } } });
        const printed = outcomes.get("print");
        const isPrinted = printed?.kind === "done" && (printed.value as { ok: boolean }).ok;
        await expectNothingOpen(given, isPrinted ? 2 : 1);
      }
    }
    await stage.close();
    expect(await findBreaches()).toEqual([]);
  },
);
