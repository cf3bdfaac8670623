import { isUuid } from "#base/uuid.ts";
import { asCaller, asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { type PrintSpec, readPrintSpec } from "#shop/designs/document/print-spec.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { withOwnWords } from "#shop/designs/edit/open-template.ts";
import { drawInThread } from "#shop/designs/in-thread.server.ts";
import { bodyOfLine } from "#shop/designs/mockups/body-colour.server.ts";
import { findShopAssets } from "#shop/designs/uploads/find-asset.server.ts";
import { callerOf, may, type Person } from "#shop/kernel/access.ts";
import type { CustomisationStatus } from "./customisation.ts";
import { findPaidLines } from "./paid-lines.server.ts";
import type { PaidLine } from "./price-change.ts";

/** What the drawing board begins with when an ordered design is changed. */
export interface RevisionStart {
  readonly id: string;
  readonly order_id: string;
  readonly status: CustomisationStatus;
  /** The newest proof, which is changed. */
  readonly proof_id: string;
  readonly version: number;
  /** The goods with their options. */
  readonly goods: string;
  readonly quantity: number;
  /** Whole rupiah of a piece without its design. */
  readonly base: number;
  /** What was paid for it, newest first; null where its price is settled. */
  readonly paid: readonly PaidLine[] | null;
  /** Colour of the goods as #rrggbb. */
  readonly body: string | null;
  readonly spec: PrintSpec;
  readonly document: DesignDocument;
  /** The document as it is drawn. */
  readonly list: DisplayList;
  /** SHA-256 of its pictures that are the shop's. */
  readonly shop_pictures: readonly string[];
}

/** Statuses in which a buyer changes the design themselves, and in which staff do. */
const buyerMayRevise: readonly CustomisationStatus[] = ["rejected", "changes_requested"];
const staffMayRevise: readonly CustomisationStatus[] = [
  "submitted",
  "in_review",
  "changes_requested",
  "proof_sent",
];

/** Whole rupiah of a piece of the order line `l` without its design. */
export function basePriceColumn(sql: Sql): SqlFragment {
  return sql`coalesce((
    select amount from order_line_charges h where h.order_line_id = l.id and h.kind = 'plain'), l.unit_price)::int`;
}

/**
 * An ordered design for the drawing board: of the buyer's own order, or of any for staff.
 * @returns undefined where it is not theirs, is not to be changed now, is a roster or cannot be read
 */
export async function findRevision(
  actor: Person,
  id: string,
  side: "buyer" | "staff",
): Promise<RevisionStart | undefined> {
  if (!isUuid(id)) return undefined;
  if (side === "staff" && !may(actor, "customisations.review")) return undefined;
  const [row] = await asCaller(
    callerOf(actor),
    (sql) => sql<
      (Omit<RevisionStart, "spec" | "document" | "list" | "shop_pictures" | "paid"> & Stored)[]
    >`
      select c.id, c.order_id, c.status, p.id as proof_id, p.version, concat_ws(', ', l.name, nullif(l.options, '')) as goods,
        l.quantity, ${basePriceColumn(sql)} as base, c.spec, p.document, ${bodyOfLine(sql)} as body
      from customisations c join order_lines l on l.id = c.order_line_id
      join proofs p on p.customisation_id = c.id
      where c.id = ${id} and p.display is not null and p.pieces is null
        and (${side === "staff"} or c.customer_id = ${actor.id})
        and c.status = any (${[...(side === "staff" ? staffMayRevise : buyerMayRevise)]})
      order by p.version desc limit 1`,
    "read only",
  );
  const spec = readPrintSpec(row?.spec);
  const document = readDocument(row?.document);
  if (!row || !spec.ok || !document.ok) return undefined;
  const opened = withOwnWords(document.value);
  const { list } = await drawInThread("drawDesign", { document: opened, spec: spec.value });
  const [shops, paid = null] = await Promise.all([
    findShopAssets(Object.keys(opened.assets)),
    // Row-level security let the person read the customisation above.
    findPaidLines(asShop(), row.id),
  ]);
  return { ...row, paid, spec: spec.value, document: opened, list, shop_pictures: [...shops] };
}

interface Stored {
  readonly spec: unknown;
  readonly document: unknown;
}
