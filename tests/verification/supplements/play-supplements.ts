import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { findPriceDifferences } from "#shop/orders/reconcile-prices.server.ts";
import { takeIntoReview } from "#shop/production/customisations/proofs/review-design.server.ts";
import { reviseDesign } from "#shop/production/revisions/revise-design.server.ts";
import { settleSupplement } from "#shop/production/revisions/settle-supplement.server.ts";
import { askDearer, orderLettered, revisionTo, seenOf } from "#tests/support/builders/revisions.ts";
import { demoPerson, payWith } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import type { Ready, Stage, Turn } from "../stage/stage.ts";

const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");

/** Numbers that a seed decides. */
function drawer(seed: number): (below: number) => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * A paid supplement that is notified twice, settled by its job twice, and that something overtakes, one statement at a time in
 * an order that the seed draws; one of them may die. Afterwards the jobs run, as the queue repeats them until they end.
 * @returns the state of the supplement in the end
 * @throws Error when money is neither for a version nor on its way back
 */
export async function playSupplements(stage: Stage, seed: number): Promise<string> {
  const draw = drawer(seed);
  const design = await orderLettered(buyer, staff);
  const asked = await askDearer(buyer, design, "Raniati", 3_000);
  const opened = await payAgain(buyer, asked.order, "builtin:card");
  if (!opened.ok) throw new Error(opened.problem);
  const payment = opened.value.payment_id;
  await payWith(payment);
  const [before, cheaper, other] = [
    await seenOf(design.id),
    await revisionTo(buyer, design, "Ra", -2_000),
    await revisionTo(buyer, design, "Raniatina", 5_000),
  ];
  const overtaking: Record<string, () => Promise<unknown>> = {
    review: () => takeIntoReview(staff, before),
    cancel: () => cancelOrder(buyer, design.order_id, "customer"),
    "give up": () => cancelOrder(buyer, asked.order, "customer"),
    cheaper: () => reviseDesign(buyer, cheaper),
    other: () => reviseDesign(buyer, other),
  };
  const names = Object.keys(overtaking);
  const chosen = names[draw(names.length + 2)];
  const acts = new Map<string, () => Promise<unknown>>([
    ["notified", () => settlePayment(payment)],
    ["notified again", () => settlePayment(payment)],
    ["job", () => settleSupplement(asked.id)],
    ["job again", () => settleSupplement(asked.id)],
  ]);
  const overtake = chosen && overtaking[chosen];
  if (chosen && overtake) acts.set(chosen, overtake);
  const dies = draw(2) === 0 ? draw(60) : -1;
  let step = 0;
  const outcomes = await stage.play(acts, (ready): Turn => {
    const next = ready[draw(ready.length)] as Ready;
    return { actor: next.actor, how: step++ === dies ? "crash" : "go" };
  });
  for (const [name, outcome] of outcomes)
    if (outcome.kind === "failed")
      throw new Error(`seed ${seed}: ${name}`, { cause: outcome.error });
  await settlePayment(payment);
  const supplements = await asSeed()<{ id: string }[]>`
    select id from private.design_supplements where customisation_id = ${design.id} order by created_at`;
  for (const { id } of supplements) await settleSupplement(id);
  return judge(`seed ${seed}, ${chosen ?? "alone"}`, design.id, asked);
}

interface End {
  readonly state: string;
  readonly order_status: string;
  readonly charges: number;
  readonly paid: number;
  readonly promised: number;
  readonly proofs: number;
  readonly main_status: string;
  readonly main_held: number;
  readonly main_worth: number;
}

async function judge(
  where: string,
  customisation: string,
  asked: { readonly id: string; readonly order: string },
): Promise<string> {
  const [end] = await asSeed()<End[]>`
    select s.state, n.status as order_status, n.paid_total::int as paid, o.status as main_status,
      (select count(*)::int from payment_transactions t where t.order_id = n.id and t.kind = 'charge') as charges,
      (select coalesce(sum(r.amount), 0)::int from refunds r where r.order_id = n.id) as promised,
      (select count(*)::int from proofs p where p.id = s.id) as proofs,
      (o.paid_total - (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id))::int as main_held,
      (select sum(l.total - l.lowered) + o.shipping + o.payment_fee from order_lines l where l.order_id = o.id)::int as main_worth
    from private.design_supplements s join orders n on n.id = s.order_id
    join customisations c on c.id = s.customisation_id join orders o on o.id = c.order_id
    where s.id = ${asked.id} and c.id = ${customisation}`;
  if (!end) throw new Error(`${where}: no supplement`);
  const isCanceled = end.main_status === "canceled";
  const isApplied = end.state === "applied";
  const rules: Record<string, boolean> = {
    "the money came once": end.charges === 1 && end.paid === 3_000,
    "the version is a proof exactly where it was applied": end.proofs === (isApplied ? 1 : 0),
    "nothing waits": end.state !== "waiting",
    "the money is for the version or on its way back":
      end.promised === (isApplied && !isCanceled ? 0 : 3_000),
    "the supplement's order ended": end.order_status === (isApplied ? "completed" : "canceled"),
    "the order holds what its lines cost": end.main_held === (isCanceled ? 0 : end.main_worth),
  };
  const broken = Object.keys(rules).filter((rule) => !rules[rule]);
  const { differences } = await findPriceDifferences(1);
  if (broken.length > 0 || differences.length > 0)
    throw new Error(`${where}: not ${broken.join("; ")} ${JSON.stringify({ end, differences })}`);
  return end.state;
}
