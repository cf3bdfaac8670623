import { AppError } from "#base/errors.ts";
import { ok } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import type { PrintProcess } from "#shop/designs/document/print-processes.ts";
import { type PrintSpec, readPrintSpec } from "#shop/designs/document/print-spec.ts";
import { assetsOf, type DisplayList } from "#shop/designs/draw/display-list.ts";
import type { PictureFiles } from "#shop/designs/draw/picture-files.server.ts";
import { bodyOfLine } from "#shop/designs/mockups/body-colour.server.ts";
import { readAssetFiles } from "#shop/designs/uploads/asset-files.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { mayPrint } from "#shop/orders/order-status.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";

/** What the printer prints, as the buyer approved it. */
export interface ApprovedPrint {
  readonly id: string;
  readonly order_id: string;
  /** Of a roster one for each piece, else one. */
  readonly displays: readonly DisplayList[];
  /** What each piece of a roster says; null: all pieces are alike. */
  readonly rows: readonly { readonly text: string }[] | null;
  readonly process: PrintProcess;
  readonly spec: PrintSpec;
  /** Colour of the goods as #rrggbb; null where the shop does not say. */
  readonly body: string | null;
  readonly files: PictureFiles;
  /** Order, line, what is between them and the rest: SKU, pieces and the beginning of the fingerprint. */
  name(between?: readonly string[]): string;
}

/**
 * @returns undefined until the print is approved and the order may be printed, or when the actor may not see prints
 * @throws AppError 409 where its pictures are no longer kept
 */
export async function findApprovedPrint(
  actor: Person,
  id: string,
): Promise<ApprovedPrint | undefined> {
  if (!may(actor, "customisations.read") || !isUuid(id)) return undefined;
  const sql = asShop();
  const [row] = await sql<
    {
      display: DisplayList;
      spec: unknown;
      body: string | null;
      rows: { text: string }[] | null;
      displays: DisplayList[] | null;
      hash: string;
      number: string;
      sku: string;
      pieces: number;
      position: number;
      order_id: string;
    }[]
  >`
    select c.order_id, p.display, c.spec, ${bodyOfLine(sql)} as body, p.pieces as rows, p.piece_displays as displays, p.display_hash as hash, o.number, l.sku, l.quantity as pieces, l.position
    from proofs p join customisations c on c.id = p.customisation_id
    join order_lines l on l.id = c.order_line_id join orders o on o.id = c.order_id
    where c.id = ${id} and p.decision = 'approved' and p.display is not null and ${mayPrint(sql)}`;
  if (!row) return undefined;
  const spec = readPrintSpec(row.spec);
  if (!spec.ok) throw new Error(`the specification of the customisation ${id} cannot be read`);
  const displays = row.displays ?? [row.display];
  const assets = [...new Set(displays.flatMap(assetsOf))];
  const files = await readAssetFiles(assets, "master");
  if (files.size < assets.length) throw new AppError("picture_gone", 409);
  const { order_id, rows, body, number, position, sku, pieces, hash } = row;
  return {
    id,
    order_id,
    displays,
    rows,
    spec: spec.value,
    body,
    files,
    process: row.display.process,
    name: (between = []) =>
      [number, position + 1, ...between, sku, `${pieces}x`, hash.slice(0, 8)].join("-"),
  };
}

/** The log has who took it, because it may show people. @returns whether they may */
export async function recordDownload(
  actor: Person,
  { id, order_id }: ApprovedPrint,
  file: string,
): Promise<boolean> {
  const logged = await asStaff(actor, "customisations.read", async (sql) => {
    await recordAct(sql, actor, "customisation.downloaded", {
      orderId: order_id,
      subjectId: id,
      details: { file },
    });
    return ok(null);
  });
  return logged.ok;
}
