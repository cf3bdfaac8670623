import { ok, type Result } from "#base/result.ts";
import { cleanIdentifier } from "#base/typed-text.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { tidyCell } from "#shop/imports/read-values.ts";
import {
  type Refusal,
  refuse,
  type Sheet,
  sheetKind,
  type Thing,
  type Writing,
} from "#shop/imports/sheet.server.ts";
import { isScientific } from "#shop/kernel/csv/scientific.ts";
import { prepare, send } from "#shop/orders/fulfilment/shipments.server.ts";
import { isPickup } from "#shop/orders/pickup-order.server.ts";

/** As the form of a shipment allows it. */
const maxLength = 60;

const sheet: Sheet = {
  name: "tracking",
  keyColumns: ["nomor_pesanan"],
  needs: ["nomor_pesanan", "resi"],
  columns: ["kurir", "layanan", "resi"],
  permission: "orders.fulfil",
  exportPermissions: ["orders.fulfil"],
  isFinal: true,
  read(column, cell) {
    const text = tidyCell(cell);
    if (text.length > maxLength) return { ok: false, problem: "too_long" };
    if (column === "nomor_pesanan") return { ok: true, value: cleanIdentifier(text).toUpperCase() };
    if (column !== "resi") return { ok: true, value: text };
    return isScientific(text)
      ? { ok: false, problem: "code_scientific" }
      : { ok: true, value: cleanIdentifier(text) };
  },
  keyOf: ({ nomor_pesanan }) => nomor_pesanan || undefined,
  find: (sql, keys) => read(sql, sql`upper(o.number) = any (${[...keys]}) order by o.number`),
  list: (sql, after, limit) =>
    read(
      sql,
      sql`o.status = 'placed' and o.fulfilment_status in ('unfulfilled', 'partial') and not ${isPickup(sql)}
        and (${after}::text is null or o.number > ${after}) order by o.number limit ${limit}`,
    ),
  async countExport(sql, max) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from (select from orders o where o.status = 'placed'
        and o.fulfilment_status in ('unfulfilled', 'partial') and not ${isPickup(sql)} limit ${max}) counted`;
    return row?.n ?? 0;
  },
  write,
  // A shipment has left and its buyer has read so.
  remove: async () => refuse("shipment_left"),
  constraints: {
    shipment_known_already: { code: "tracking_number_known", column: "resi" },
    on_hand_negative: { code: "pieces_missing" },
  },
};

/** Tracking numbers of orders: each ships what is left of its order, as the page of the order does. */
export const trackingKind = sheetKind(sheet);

async function read(sql: Sql, which: SqlFragment): Promise<readonly Thing[]> {
  const rows = await sql<
    { id: string; number: string; kurir: string; layanan: string; resi: string | null }[]
  >`
    select o.id, o.number, coalesce(last.courier, o.courier) as kurir, coalesce(last.service, o.service) as layanan,
      last.tracking_number as resi
    from orders o left join lateral (
      select h.courier, h.service, h.tracking_number from shipments h
      where h.order_id = o.id and h.status in ('shipped', 'delivered') order by h.position desc limit 1
    ) last on true
    where ${which}`;
  return rows.map(({ id, number, kurir, layanan, resi }) => ({
    key: number.toUpperCase(),
    id,
    place: number,
    cells: {
      nomor_pesanan: number.toUpperCase(),
      kurir,
      layanan,
      resi: resi ?? "",
    },
  }));
}

async function write(
  sql: Sql,
  known: Thing | null,
  cells: Readonly<Record<string, string>>,
  { actorId }: Writing,
): Promise<Result<null, Refusal>> {
  const { kurir: courier = "", layanan: service = "", resi = "" } = cells;
  if (!known?.id) return refuse("order_not_found", "nomor_pesanan");
  if (resi === "") return refuse(known.cells.resi ? "shipment_left" : "required", "resi");
  if (resi === known.cells.resi) return refuse("shipment_left", "kurir");
  if (courier === "") return refuse("required", "kurir");
  const actor = { id: actorId };
  // A shipment that was prepared on the screen waits for its number.
  const waiting = await sql<{ id: string }[]>`
    select id from shipments where order_id = ${known.id} and status = 'pending' order by position limit 2`;
  const [packed] = waiting;
  if (waiting.length > 1) return refuse("several_shipments", "nomor_pesanan");
  const prepared = packed
    ? ok({ shipment_id: packed.id })
    : await prepare(sql, actor, { order_id: known.id, courier, service, tracking_number: resi });
  if (!prepared.ok) return refuse(prepared.problem, "nomor_pesanan");
  const sent = await send(sql, actor, prepared.value.shipment_id, resi);
  return sent.ok ? ok(null) : refuse(sent.problem, "resi");
}
