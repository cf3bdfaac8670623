import { writeObjectRow } from "#integrations/storage/object-rows.server.ts";
import { etagOf, freshVersion, objectKey } from "#integrations/storage/object-version.ts";
import { shopStore } from "#integrations/storage/shop-store.server.ts";
import { exportFile } from "#shop/imports/export.server.ts";
import {
  importBucket,
  importPath,
  importType,
  type UnknownCategories,
} from "#shop/imports/import.ts";
import { checkImport, createImport, findImport, runImport } from "#shop/imports/imports.server.ts";
import { importTasks, kindNamed } from "#shop/imports/kinds.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { runTask } from "#shop/staff/tasks/run-task.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

const kinds = new Map(importTasks.map((kind) => [kind.kind, kind]));

/** Works on a task until it ends or throws. */
export async function finishTask(id: string): Promise<void> {
  for (let turn = 0; turn < 500; turn++) {
    await runTask(kinds, id);
    const [row] = await asSeed()<{ is_open: boolean }[]>`
      select state in ('queued', 'running') as is_open from staff_tasks where id = ${id}`;
    if (!row?.is_open) return;
  }
  throw new Error("the task does not end");
}

/** Puts a file where the upload of a person would be. @returns the id of the import to make of it */
export async function placeUpload(
  person: Person,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
): Promise<string> {
  const id = crypto.randomUUID();
  const version = freshVersion();
  let size: number;
  if (typeof content === "string" || content instanceof Uint8Array) {
    const bytes = Buffer.from(content as string);
    await shopStore().put(objectKey(version), bytes);
    size = bytes.byteLength;
  } else size = await shopStore().write(objectKey(version), content);
  const stored = { version, size, etag: etagOf(Buffer.alloc(32)) };
  await writeObjectRow(
    asSeed(),
    { bucket: importBucket, name: importPath(person.id, id) },
    stored,
    { mimeType: importType, cacheControl: "no-store", ownerId: person.id },
    { upsert: false },
  );
  return id;
}

/** Uploads a file and checks it with the mapping that its header row suggests. @returns the id of the import */
export async function checkFile(
  person: Person,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  unknown_categories: UnknownCategories = "fail",
): Promise<string> {
  const id = await placeUpload(person, content);
  const made = await createImport(person, id, "uji.csv");
  if (!made.ok) throw new Error(made.problem);
  const file = await findImport(person, id);
  const task_id = crypto.randomUUID();
  const started = await checkImport(person, id, {
    mapping: file?.mapping ?? {},
    unknown_categories,
    task_id,
  });
  if (!started.ok) throw new Error(started.problem);
  await finishTask(task_id);
  return id;
}

/** Starts the run of a checked import. @returns the id of its task */
export async function startRun(person: Person, id: string): Promise<string> {
  const task_id = crypto.randomUUID();
  const started = await runImport(person, id, { task_id, confirmed: true });
  if (!started.ok) throw new Error(started.problem);
  return task_id;
}

/** Checks and runs a file. @returns the id of the run's task */
export async function importFile(
  person: Person,
  content: string,
  unknown_categories: UnknownCategories = "fail",
): Promise<string> {
  const task = await startRun(person, await checkFile(person, content, unknown_categories));
  await finishTask(task);
  return task;
}

/** Everything of a kind as a file. */
export async function exportText(person: Person, kind = "products"): Promise<string> {
  const stream = exportFile(kindNamed(kind), person, ";");
  if (!stream) throw new Error("no export");
  return new Response(stream).text();
}
