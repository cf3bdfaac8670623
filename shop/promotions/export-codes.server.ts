import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";

/** Codes read at a time: memory stays flat for any batch. */
const pageSize = 5_000;

/**
 * The codes of a batch as CSV, in alphabetical order, each with whether it was used. Pages are read as the reader takes
 * them. @returns undefined for staff without the permission and for an unknown batch
 */
export async function exportCodes(
  actor: Person,
  promotionId: string,
  batchId: string,
): Promise<ReadableStream<Uint8Array> | undefined> {
  if (!may(actor, "promos.bulk") || !isUuid(batchId) || !isUuid(promotionId)) return undefined;
  const sql = asShop();
  const [batch] = await sql`
    select from promo_batches where id = ${batchId} and promotion_id = ${promotionId}`;
  if (!batch) return undefined;
  const encoder = new TextEncoder();
  let after = "";
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode("code,used\r\n")),
      pull: async (controller) => {
        const rows = await sql<{ code: string; used: boolean }[]>`
          select code, used from promo_codes where batch = ${batchId} and code > ${after}
          order by batch, code limit ${pageSize}`;
        const last = rows.at(-1);
        if (!last) return controller.close();
        after = last.code;
        const text = rows.map(({ code, used }) => `${code},${used ? "yes" : "no"}\r\n`).join("");
        controller.enqueue(encoder.encode(text));
      },
    },
    { highWaterMark: 0 },
  );
}
