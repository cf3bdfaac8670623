import type { Sql } from "#db/client.server.ts";
import { lockPictures } from "#shop/catalogue/media/pictures.server.ts";
import { removePictures } from "#shop/catalogue/media/remove-picture.server.ts";
import { insertTask } from "#shop/staff/tasks/start-task.server.ts";
import type { RunningTask } from "#shop/staff/tasks/task-kind.ts";
import type { PictureAddress } from "./picture-addresses.ts";

/** The task that downloads the pictures of an import. */
export const pictureTask = { kind: "fetch-pictures", permission: "media.manage" } as const;

/** Queues pictures of a product for download. Addresses that were downloaded before are not queued again. */
export async function queuePictures(
  sql: Sql,
  productId: string,
  importId: string,
  pictures: readonly PictureAddress[],
): Promise<void> {
  if (pictures.length === 0) return;
  const rows = sql.json(
    pictures.map(({ address, row_no, variant_ids }, place) => ({
      address,
      row_no,
      place,
      variant_ids: [...variant_ids],
    })),
  );
  await sql`
    insert into private.picture_addresses (product_id, address, import_id, row_no, place, variant_ids)
    select ${productId}, r.address, ${importId}, r.row_no, r.place, r.variant_ids
    from jsonb_to_recordset(${rows}) r (address text, row_no bigint, place integer, variant_ids uuid[])
    on conflict (product_id, address) do update set import_id = excluded.import_id, row_no = excluded.row_no,
      place = excluded.place, variant_ids = excluded.variant_ids
    where picture_addresses.fetched_at is null`;
}

/** Starts the download of an import's queued pictures. Rows of the task are rows of the file. */
export async function startFetching(sql: Sql, task: RunningTask, importId: string): Promise<void> {
  const [queued] = await sql<{ rows: number; name: string }[]>`
    select (select count(distinct row_no)::int from private.picture_addresses
      where import_id = ${importId} and fetched_at is null) as rows, name
    from imports where id = ${importId}`;
  if (!queued || queued.rows === 0) return;
  await insertTask(sql, { id: task.actorId }, pictureTask, {
    id: crypto.randomUUID(),
    title: queued.name,
    input: { import_id: importId },
    total: queued.rows,
  });
}

/** Removes the pictures that an import added to a product, and those still queued. */
export async function removeImported(sql: Sql, productId: string, importId: string): Promise<void> {
  const present = (await lockPictures(sql, productId)) ?? [];
  const gone = await sql<{ picture_id: string | null }[]>`
    delete from private.picture_addresses where product_id = ${productId} and import_id = ${importId} returning picture_id`;
  await removePictures(
    sql,
    productId,
    present,
    gone.flatMap(({ picture_id }) => picture_id ?? []),
  );
}

export async function deleteQueued(sql: Sql, productId: string, importId: string): Promise<void> {
  await sql`
    delete from private.picture_addresses
    where product_id = ${productId} and import_id = ${importId} and fetched_at is null`;
}
