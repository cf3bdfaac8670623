import { fail, type Result } from "#base/result.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import type { OrderEvent } from "#shop/orders/order.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { isRefusedAsOwn } from "#shop/orders/own-order.server.ts";
import type { ReturnKind, ReturnProblem, ReturnStatus } from "./return.ts";

export interface LockedReturn {
  readonly id: string;
  readonly number: string;
  readonly order_id: string;
  readonly customer_id: string | null;
  readonly kind: ReturnKind;
  readonly status: ReturnStatus;
  readonly lines: readonly {
    readonly order_line_id: string;
    readonly quantity: number;
    readonly resellable: number | null;
    readonly damaged: number | null;
  }[];
}

/** One step of a return: locks the order, then checks the actor. Another customer's return is not found. */
export async function stepReturn<T>(
  actor: Person,
  returnId: string,
  whose: "staff" | "customer",
  work: (sql: Sql, found: LockedReturn) => Promise<Result<T, ReturnProblem>>,
): Promise<Result<T, ReturnProblem>> {
  return inTransaction((sql) => stepWithin(sql, actor, returnId, whose, work));
}

/**
 * The same step within the caller's transaction.
 * @param right of staff: its only holder may decide on their own order
 */
export async function stepWithin<T>(
  sql: Sql,
  actor: Person,
  returnId: string,
  whose: "staff" | "customer",
  work: (sql: Sql, found: LockedReturn) => Promise<Result<T, ReturnProblem>>,
  right: Permission = "returns.edit",
): Promise<Result<T, ReturnProblem>> {
  await sql`
      select from orders where id = (select order_id from returns where id = ${returnId}) for update`;
  const [found] = await sql<LockedReturn[]>`
      select r.id, r.number, r.order_id, r.customer_id, r.kind, r.status, (
        select json_agg(json_build_object('order_line_id', l.order_line_id, 'quantity', l.quantity,
          'resellable', l.resellable, 'damaged', l.damaged))
        from return_lines l where l.return_id = r.id) as lines
      from returns r where r.id = ${returnId}`;
  const isAllowed =
    whose === "staff" ? may(actor, "returns.edit") : found?.customer_id === actor.id;
  if (!found || !isAllowed) return fail("return_not_found");
  if (whose === "staff" && (await isRefusedAsOwn(sql, actor, found.order_id, right))) {
    return fail("own_order");
  }
  return work(sql, found);
}

/** Writes the new status and the order event with its actor. */
export async function moveReturn(
  sql: Sql,
  { id, number, order_id, kind }: LockedReturn,
  status: ReturnStatus,
  actor: Person,
): Promise<void> {
  await sql`update returns set status = ${status} where id = ${id}`;
  const event = `${kind}_${status}` as OrderEvent["kind"];
  await recordEvent(sql, order_id, event, { number }, { actorId: actor.id });
}
