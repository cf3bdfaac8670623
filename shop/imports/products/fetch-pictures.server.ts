import { fail, type Result } from "#base/result.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { type FetchProblem, fetchPublicFile } from "#integrations/web/fetch-public-file.server.ts";
import {
  maxNameLength,
  maxPictureBytes,
  maxPicturesPerProduct,
  type PictureProblem,
  pictureTypes,
} from "#shop/catalogue/media/media.ts";
import { appendPicture, lockPictures, pictureOf } from "#shop/catalogue/media/pictures.server.ts";
import {
  dropMedia,
  type PreparedMedia,
  prepareBytes,
  recordMedia,
} from "#shop/catalogue/media/prepare-media.server.ts";
import type { TaskRow } from "#shop/staff/tasks/task.ts";
import type { RunningTask, TaskKind } from "#shop/staff/tasks/task-kind.ts";
import { pictureTask } from "./write-addresses.server.ts";

/** Per picture. */
const timeoutMs = 20_000;

interface QueuedPicture {
  readonly product_id: string;
  readonly address: string;
  readonly row_no: number;
}

interface Fetched {
  readonly picture: QueuedPicture;
  readonly result: Result<PreparedMedia, FetchProblem | PictureProblem>;
}

const importOf = ({ input }: RunningTask) => (input as { import_id: string }).import_id;

/** Downloads the pictures of a product import, one per chunk. A row of the task is a row of the file. */
export const fetchPicturesTask: TaskKind<Fetched | undefined> = {
  ...pictureTask,
  async prepare(task) {
    const [picture] = await asShop()<QueuedPicture[]>`
      select product_id, address, row_no from private.picture_addresses
      where import_id = ${importOf(task)} and fetched_at is null and tried_by is distinct from ${task.id}
      order by row_no, place, product_id, address limit 1`;
    return picture && { picture, result: await download(picture.address) };
  },
  async chunk(sql, task, cursor, fetched) {
    if (!fetched) return { rows: [], cursor: null };
    const { picture, result } = fetched;
    const number = typeof cursor === "number" ? cursor : 0;
    try {
      await write(sql, task, fetched);
      return { rows: await rowsOf(sql, task, picture.row_no), cursor: number + 1 };
    } catch (error) {
      if (result.ok) await dropMedia(result.value, error);
      throw error;
    }
  },
};

async function download(address: string): Promise<Fetched["result"]> {
  const file = await fetchPublicFile(address, {
    maxBytes: maxPictureBytes,
    timeoutMs,
    accept: Object.keys(pictureTypes).join(", "),
  });
  return file.ok ? prepareBytes(file.value) : file;
}

async function write(sql: Sql, task: RunningTask, { picture, result }: Fetched): Promise<void> {
  const { product_id, address } = picture;
  const present = await lockPictures(sql, product_id);
  const [queued] = await sql<{ variant_ids: string[] }[]>`
    select variant_ids from private.picture_addresses
    where product_id = ${product_id} and address = ${address} and import_id = ${importOf(task)} and fetched_at is null
    for update`;
  // The product was deleted, the import was undone, or a later import has the same address.
  if (!present || !queued) {
    if (result.ok) await dropMedia(result.value);
    return;
  }
  const added = result.ok
    ? await add(sql, task, picture, result.value, present.length, queued.variant_ids)
    : fail(result.problem);
  await sql`
    update private.picture_addresses set tried_by = ${task.id}, problem = ${added.ok ? null : added.problem},
      picture_id = ${added.ok ? added.value : null}, fetched_at = ${added.ok ? sql`now()` : null}
    where product_id = ${product_id} and address = ${address}`;
}

/** @returns the id of the new picture; null if the product has the file already */
async function add(
  sql: Sql,
  task: RunningTask,
  { product_id, address }: QueuedPicture,
  prepared: PreparedMedia,
  count: number,
  wanted: readonly string[],
): Promise<Result<string | null, "too_many_pictures">> {
  if (count >= maxPicturesPerProduct) {
    await dropMedia(prepared);
    return fail("too_many_pictures");
  }
  const { media, isNew } = await recordMedia(sql, prepared, {
    personId: task.actorId,
    originalName: nameOf(address),
  });
  if (!isNew) await dropMedia(prepared);
  if (await pictureOf(sql, product_id, media.id)) return { ok: true, value: null };
  const variants = await sql<{ id: string }[]>`
    select id from product_variants where product_id = ${product_id} and id = any (${[...wanted]}::uuid[]) and not archived`;
  const id = crypto.randomUUID();
  const ids = variants.map((variant) => variant.id);
  await appendPicture(sql, product_id, id, media, ids);
  return { ok: true, value: id };
}

/** The file name: the last segment of the address's path, decoded. */
function nameOf(address: string): string {
  const last = new URL(address).pathname.split("/").at(-1) ?? "";
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // Invalid percent-encoding: keep the name as it is.
  }
  return name.replace(/[\p{Cc}\p{Cs}]/gu, "").slice(0, maxNameLength) || "-";
}

/** The outcome of a file's row after all of its pictures were tried, with the first failure. */
async function rowsOf(sql: Sql, task: RunningTask, row_no: number): Promise<TaskRow[]> {
  const [row] = await sql<
    { product_id: string; is_over: boolean; address: string | null; problem: string | null }[]
  >`
    select min(product_id::text) as product_id,
      bool_and(fetched_at is not null or tried_by is not distinct from ${task.id}) as is_over,
      (array_agg(address order by place) filter (where fetched_at is null))[1] as address,
      (array_agg(problem order by place) filter (where fetched_at is null))[1] as problem
    from private.picture_addresses where import_id = ${importOf(task)} and row_no = ${row_no}
    having count(*) > 0`;
  if (!row?.is_over) return [];
  const at = { row_no, subject_id: row.product_id };
  return row.address === null
    ? [{ ...at, outcome: "done", code: "change" }]
    : [
        {
          ...at,
          outcome: "failed",
          code: row.problem,
          field: "alamat_gambar",
          value_given: row.address,
        },
      ];
}
