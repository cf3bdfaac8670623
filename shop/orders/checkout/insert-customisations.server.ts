import { randomUUID } from "node:crypto";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import type { EvaluatedLine } from "#shop/orders/cart/cart-lines.ts";
import { isApprovedAtOnce, piecesOfVariant } from "#shop/orders/cart/first-approval.server.ts";

interface Owner {
  readonly order_id: string;
  readonly customer_id: string;
  /** The network of the request, kept as evidence of the buyer's approval. */
  readonly network?: string | undefined;
}

/**
 * Copies the designs of an order's lines, so that no later change of a design, a template or a specification reaches the
 * order. What the buyer agreed to in the cart is the first proof, approved where `isApprovedAtOnce`; elsewhere staff look at it first. Returns queries to be pipelined.
 */
export function insertCustomisations(
  sql: Sql,
  lines: readonly (EvaluatedLine & { readonly id: string })[],
  { order_id, customer_id, network }: Owner,
): SqlFragment[] {
  const designed = lines.flatMap(({ id, design, quoted }) =>
    design === null
      ? []
      : [
          {
            id: randomUUID(),
            line: id,
            version: design.version.id,
            name: quoted.name,
            quoted,
            design,
          },
        ],
  );
  if (designed.length === 0) return [];
  const column = (name: "id" | "line" | "version" | "name") => designed.map((row) => row[name]);
  const ids = column("id");
  const charges = designed.flatMap(({ line, quoted, design: { price } }) =>
    [plainPiece(quoted.unit_price - price.unit), ...price.parts].map(
      ({ label, ...charge }, position) => ({
        order_line_id: line,
        position,
        label: sql.json(label),
        ...charge,
      }),
    ),
  );
  return [
    // A guest's design belongs to whoever orders it.
    sql`
      update design_versions set customer_id = ${customer_id}, guest_hash = null
      where id = any (${column("version")}::uuid[]) and customer_id is null`,
    // So do its pictures.
    sql`
      insert into design_assets (customer_id, sha256, kind, width, height, bytes, name)
      select distinct on (a.sha256) ${customer_id}::uuid, a.sha256, a.kind, a.width, a.height, a.bytes, a.name
      from design_versions v
      cross join lateral jsonb_object_keys(v.document -> 'assets') used (sha256)
      join design_assets a on a.sha256 = used.sha256 and a.guest_hash is not null
      where v.id = any (${column("version")}::uuid[])
      on conflict on constraint design_asset_taken do nothing`,
    sql`
      insert into customisations (id, order_id, order_line_id, customer_id, version_id, name, document, spec, rights_wording, rights_at)
      select n.id, ${order_id}, n.line, ${customer_id}, v.id, n.name, v.document, s.spec,
        v.rights_wording, v.rights_at
      from unnest(${ids}::uuid[], ${column("line")}::uuid[], ${column("version")}::uuid[], ${column("name")}::text[])
        n (id, line, version, name)
      join design_versions v on v.id = n.version join print_specs s on s.id = v.spec_id`,
    sql`
      insert into proofs (customisation_id, customer_id, version, document, document_hash, display, display_hash, words,
        pieces, piece_displays, source, decision, decided_at, decided_by, decided_ip)
      select c.id, ${customer_id}, 1, v.document, v.document_hash, coalesce(r.displays -> 0, v.display),
        coalesce(r.hash, v.display_hash), v.words || coalesce(r.words, '{}'), r.pieces, r.displays, 'buyer',
        d.decision, d.at, d.by, d.ip
      from customisations c join design_versions v on v.id = c.version_id
      join order_lines l on l.id = c.order_line_id
      left join lateral (${piecesOfVariant(sql, sql`l.variant_id`)}) r on true
      -- Lines of one version are one print, whatever their sizes.
      cross join lateral (
        select sum(o.quantity) as pieces from customisations k join order_lines o on o.id = k.order_line_id
        where k.version_id = c.version_id and k.id = any (${ids}::uuid[])
      ) ordered
      cross join lateral (
        select c.spec, v.document, coalesce(r.hash, v.display_hash) as hash, ordered.pieces
      ) print
      left join lateral (
        select 'approved' as decision, clock_timestamp() as at, ${customer_id}::uuid as by, ${network ?? null}::text as ip
        where ${isApprovedAtOnce(sql, customer_id)}
      ) d on true
      where c.id = any (${ids}::uuid[])`,
    sql`
      update customisations c set status = 'approved'
      from proofs p where p.customisation_id = c.id and p.decision = 'approved' and c.id = any (${ids}::uuid[])`,
    sql`insert into order_line_charges ${sql(charges)}`,
  ];
}

/** The first part of a line's price, so that the parts add up to it. */
function plainPiece(amount: Rupiah) {
  return { kind: "plain", label: { id: "Harga barang", en: "Item" }, count: 1, amount };
}
