import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findTask } from "#shop/staff/tasks/read-tasks.server.ts";
import type { StaffTask } from "#shop/staff/tasks/task.ts";
import { findImport } from "./imports.server.ts";
import { pictureTask } from "./products/write-addresses.server.ts";

export interface FailedPicture {
  readonly row_no: number;
  readonly product_id: string;
  readonly name: string;
  readonly address: string;
  readonly problem: string;
}

export interface ImportPictures {
  /** The latest download task. */
  readonly task: StaffTask;
  readonly failed: readonly FailedPicture[];
}

/** Maximum of listed failures. */
const maxListed = 100;

/** Progress of an import's picture downloads. @returns undefined if there are none, or the actor may not see the import */
export async function listImportPictures(
  actor: Person,
  importId: string,
): Promise<ImportPictures | undefined> {
  const file = await findImport(actor, importId);
  if (!file?.run) return undefined;
  const sql = asShop();
  const [latest] = await sql<{ id: string }[]>`
    select id from staff_tasks
    where kind = ${pictureTask.kind} and input ->> 'import_id' = ${importId} and created_at >= ${file.run.created_at}
    order by created_at desc, id limit 1`;
  const task = latest && (await findTask(actor, latest.id));
  if (!task) return undefined;
  const failed = await sql<FailedPicture[]>`
    select a.row_no, a.product_id, p.name ->> 'id' as name, a.address, a.problem
    from private.picture_addresses a join products p on p.id = a.product_id
    where a.import_id = ${importId} and a.fetched_at is null and a.problem is not null
    order by a.row_no, a.place limit ${maxListed}`;
  return { task, failed };
}
