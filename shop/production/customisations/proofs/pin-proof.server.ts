import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  type CustomisationStatus,
  statusesWithPins,
} from "#shop/production/customisations/customisation.ts";
import { lockCustomisation } from "#shop/production/customisations/lock-customisation.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";
import { hasWrittenTooMuch, insertMessage, messageSchema } from "./answer-proof.server.ts";
import { insertAnswer } from "./review-design.server.ts";

const millimetres = v.pipe(
  v.number("invalid_input"),
  v.finite("invalid_input"),
  v.minValue(0, "pin_outside"),
  v.maxValue(2_000, "pin_outside"),
  v.transform((value) => Math.round(value * 100) / 100),
);
const part = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/, "pin_outside"));

/** A place on a proof, and the first message about it. */
export const pinSchema = v.object({
  proof_id: v.pipe(v.string(), v.uuid("invalid_input")),
  side: part,
  area: part,
  x: millimetres,
  y: millimetres,
  /** Its id is the pin's, too. */
  message: messageSchema,
});
export type PinInput = v.InferOutput<typeof pinSchema>;

/** Pins of one customisation; the table has the same limit. */
const maxPins = 99;

export type PinProblem =
  | "customisation_not_found"
  | "pins_closed"
  | "pin_outside"
  | "too_many_pins"
  | "too_many_messages";

/** The customer marks a place on a proof and writes about it. A repeated id stores nothing. */
export function pinProof(
  actor: Person,
  customisationId: string,
  input: PinInput,
): Promise<Result<null, PinProblem>> {
  return inTransaction(async (sql) => {
    const [own] = await sql<{ id: string; status: CustomisationStatus }[]>`
      select id, status from customisations
      where id = ${customisationId} and customer_id = ${actor.id} for update`;
    if (!own) return fail("customisation_not_found");
    if (await hasWrittenTooMuch(sql, own.id)) return fail("too_many_messages");
    const dropped = await drop(sql, { ...own, customer_id: actor.id }, input, false);
    if (!dropped.ok) return dropped;
    await insertMessage(sql, actor, own.id, { ...input.message, pin_id: input.message.id });
    return ok(null);
  });
}

/** Staff mark a place on a proof and write about it, also by mail. A repeated id stores nothing. */
export function pinProofAsStaff(
  actor: Person,
  customisationId: string,
  input: PinInput,
): Promise<Result<null, PinProblem | "not_permitted" | "buyer_gone">> {
  return asStaff<null, PinProblem | "buyer_gone">(actor, "customisations.review", async (sql) => {
    const found = await lockCustomisation(sql, customisationId);
    if (!found) return fail("customisation_not_found");
    const { customer_id } = found;
    if (customer_id === null) return fail("buyer_gone");
    const dropped = await drop(sql, { ...found, customer_id }, input, true);
    if (!dropped.ok) return dropped;
    await insertAnswer(sql, actor, found, { ...input.message, pin_id: input.message.id });
    return ok(null);
  });
}

interface Pinned {
  readonly id: string;
  readonly status: CustomisationStatus;
  readonly customer_id: string;
}

/** Stores the pin under the lock of its customisation, which numbers it. */
async function drop(
  sql: Sql,
  { id, status, customer_id }: Pinned,
  { proof_id, message, ...place }: PinInput,
  fromShop: boolean,
): Promise<Result<null, PinProblem>> {
  if (!statusesWithPins.has(status)) return fail("pins_closed");
  const [proof] = await sql<{ is_inside: boolean; count: number; known_in: string | null }[]>`
    select exists (
        select from jsonb_array_elements(p.display -> 'sides') side, jsonb_array_elements(side -> 'areas') area
        where side ->> 'id' = ${place.side} and area ->> 'id' = ${place.area}
          and ${place.x}::numeric <= (area ->> 'w')::numeric and ${place.y}::numeric <= (area ->> 'h')::numeric
      ) as is_inside,
      (select count(*)::int from proof_pins where customisation_id = ${id}) as count,
      (select customisation_id from proof_pins where id = ${message.id}) as known_in
    from proofs p where p.id = ${proof_id} and p.customisation_id = ${id}`;
  if (!proof || (proof.known_in !== null && proof.known_in !== id))
    return fail("customisation_not_found");
  if (proof.known_in === id) return ok(null);
  if (!proof.is_inside) return fail("pin_outside");
  if (proof.count >= maxPins) return fail("too_many_pins");
  await sql`
    insert into proof_pins ${sql({
      id: message.id,
      customisation_id: id,
      proof_id,
      customer_id,
      from_shop: fromShop,
      number: proof.count + 1,
      ...place,
    })}`;
  return ok(null);
}

export const settleSchema = v.object({
  pin_id: v.pipe(v.string(), v.uuid("invalid_input")),
  is_settled: v.boolean(),
});
export type SettleInput = v.InferOutput<typeof settleSchema>;

/** The customer settles a pin or opens it again. A repeated call changes nothing. */
export function settlePin(
  actor: Person,
  { pin_id, is_settled }: SettleInput,
): Promise<Result<null, "pin_not_found">> {
  return inTransaction(async (sql) => {
    const [own] = await sql`
      select from proof_pins n join customisations c on c.id = n.customisation_id
      where n.id = ${pin_id} and c.customer_id = ${actor.id} for update of n`;
    if (!own) return fail("pin_not_found");
    await settle(sql, pin_id, is_settled);
    return ok(null);
  });
}

/** Staff settle a pin or open it again. A repeated call changes nothing. */
export function settlePinAsStaff(
  actor: Person,
  customisationId: string,
  { pin_id, is_settled }: SettleInput,
): Promise<Result<null, "pin_not_found" | "not_permitted">> {
  return asStaff<null, "pin_not_found">(actor, "customisations.review", async (sql) => {
    const [found] = await sql<{ order_id: string }[]>`
      select c.order_id from proof_pins n join customisations c on c.id = n.customisation_id
      where n.id = ${pin_id} and c.id = ${customisationId} for update of n`;
    if (!found) return fail("pin_not_found");
    if (!(await settle(sql, pin_id, is_settled))) return ok(null);
    await recordAct(
      sql,
      actor,
      is_settled ? "customisation.pin_settled" : "customisation.pin_opened",
      {
        orderId: found.order_id,
        subjectId: customisationId,
        details: { pin: pin_id },
      },
    );
    return ok(null);
  });
}

/** @returns false for a pin that is so already */
async function settle(sql: Sql, pinId: string, isSettled: boolean): Promise<boolean> {
  const changed = await sql`
    update proof_pins set settled_at = case when ${isSettled} then clock_timestamp() end
    where id = ${pinId} and (settled_at is not null) <> ${isSettled} returning id`;
  return changed.length > 0;
}
