import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { OperatorError } from "#base/errors.ts";
import { asShop } from "#db/client.server.ts";
import { type ObjectStore, StoreUnavailable } from "./object-store.ts";

/** The object with the id of the database that owns the files. */
export const ownerKey = "etalase-owner";

const foreign =
  "The files at STORAGE_URL belong to another database, and this shop would delete some of them. Give a copy of a shop its own STORAGE_URL. If this database replaces the other one permanently, stop the other shop and run npm run adopt-files.";

/**
 * A file store that belongs to this database. It records each key before it writes the bytes, so that the nightly purge deletes only
 * files that this database stored. It refuses to write and remove while the files belong to another database.
 */
export function ownStore(store: ObjectStore): ObjectStore {
  let verified: Promise<void> | undefined;
  const verify = (): Promise<void> => {
    if (verified) return verified;
    const verifying = requireOwner(store);
    verified = verifying;
    verifying.catch(() => {
      verified = undefined;
    });
    return verifying;
  };
  const record = async (key: string): Promise<void> => {
    await verify();
    await asShop()`
      insert into private.stored_files (key) values (${key})
      on conflict (key) do update set stored_at = now()`;
  };
  return {
    put: async (key, bytes) => {
      await record(key);
      await store.put(key, bytes);
    },
    write: async (key, source, written) => {
      await record(key);
      return store.write(key, source, written);
    },
    copy: async (from, to) => {
      await record(to);
      return store.copy(from, to);
    },
    remove: async (key) => {
      await verify();
      await store.remove(key);
      await asShop()`delete from private.stored_files where key = ${key}`;
    },
    size: (key) => store.size(key),
    read: (key, range) => store.read(key, range),
    async *list() {
      for await (const stored of store.list()) if (stored.key !== ownerKey) yield stored;
    },
    check: async () => {
      const problem = await store.check();
      if (problem === undefined) await verify();
      return problem;
    },
  };
}

/** @throws OperatorError when the files belong to another database; StoreUnavailable */
async function requireOwner(store: ObjectStore): Promise<void> {
  const id = await ownId();
  if ((await ownerOf(store)) === undefined) await store.put(ownerKey, Buffer.from(id));
  // Read again: another database may have written its id concurrently.
  if ((await ownerOf(store)) !== id) throw new OperatorError(foreign);
}

/** Makes this database the owner of the files. */
export async function adoptFiles(store: ObjectStore): Promise<void> {
  await store.put(ownerKey, Buffer.from(await ownId()));
}

async function ownerOf(store: ObjectStore): Promise<string | undefined> {
  const found = await store.read(ownerKey);
  if (found === undefined) return undefined;
  return found instanceof Readable ? text(found) : Buffer.from(found).toString();
}

/** The id of this database. A copy in another cluster or under another name gets a new id. */
async function ownId(): Promise<string> {
  const [row] = await asShop()<{ id: string }[]>`
    insert into private.store_owner as o (place)
    select s.system_identifier || '/' || d.oid from pg_control_system() s, pg_database d
    where d.datname = current_database()
    on conflict (is_only) do update set place = excluded.place,
      id = case when o.place = excluded.place then o.id else excluded.id end
    returning id`;
  if (!row) throw new StoreUnavailable("the database has no id");
  return row.id;
}
