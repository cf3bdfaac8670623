import { createHash } from "node:crypto";
import type { SearchEngineSettings } from "#base/search-config.ts";
import { asShop } from "#db/client.server.ts";
import { type Engine, EngineUnavailable } from "#integrations/search/meilisearch.ts";
import {
  engineSettings,
  fingerprintOf,
  readDocuments,
  readSynonyms,
} from "./engine-documents.server.ts";

/** Products that one request sends. */
const perBatch = 1000;
/** Noted changes above which making the index again is quicker than following them. */
const maxNoted = 200_000;
/** Seconds that a process may follow changes before another one takes over. */
const leaseSeconds = 90;

interface EngineIndex {
  readonly uid: string;
  readonly synonyms: string | null;
  readonly filled_to: string | null;
  readonly is_full: boolean;
}

/**
 * Sends the engine the next part of what it does not have: a new index, its documents, synonyms, then changes. Every step can be
 * repeated, and is noted in the database after the engine has confirmed it; so a process may be killed at any moment.
 * @returns whether there may be more to do
 * @throws EngineUnavailable
 */
export async function feedEngine(engine: Engine, settings: SearchEngineSettings): Promise<boolean> {
  const sql = asShop();
  const [held] = await sql`
    update private.engine_lease set held_until = now() + make_interval(secs => ${leaseSeconds})
    where held_until < now() returning held_until`;
  if (!held) return false;
  try {
    return await feed(engine, settings);
  } finally {
    await sql`update private.engine_lease set held_until = '-infinity'`;
  }
}

async function feed(engine: Engine, settings: SearchEngineSettings): Promise<boolean> {
  const sql = asShop();
  const index = await findIndex(settings);
  if (!index) {
    await beginIndex(engine, settings);
    return true;
  }
  try {
    if (await followSynonyms(engine, index)) return true;
    if (!index.is_full) return await fillIndex(engine, settings, index);
    return await followChanges(engine, index);
  } catch (error) {
    // The engine lost its data: the index is made again.
    if (!(error instanceof EngineUnavailable && error.code === "index_not_found")) throw error;
    await sql`delete from private.engine_indexes where uid = ${index.uid}`;
    return true;
  }
}

async function findIndex({ url }: SearchEngineSettings): Promise<EngineIndex | undefined> {
  const [index] = await asShop()<EngineIndex[]>`
    select uid, synonyms, filled_to, is_full from private.engine_indexes
    where fingerprint = ${fingerprintOf(url)} order by made_at desc limit 1`;
  return index;
}

/** Makes an empty index. Changes are noted from now on. */
async function beginIndex(engine: Engine, { url, index }: SearchEngineSettings): Promise<void> {
  const uid = `${index}-${crypto.randomUUID()}`;
  await engine.createIndex(uid);
  await engine.updateSettings(uid, engineSettings);
  await asShop()`
    insert into private.engine_indexes (uid, fingerprint) values (${uid}, ${fingerprintOf(url)})`;
}

async function followSynonyms(engine: Engine, index: EngineIndex): Promise<boolean> {
  const synonyms = await readSynonyms(asShop());
  const hash = createHash("sha256").update(JSON.stringify(synonyms)).digest("hex");
  if (hash === index.synonyms) return false;
  await engine.updateSettings(index.uid, { synonyms });
  await asShop()`
    update private.engine_indexes set synonyms = ${hash} where uid = ${index.uid}`;
  return true;
}

async function fillIndex(
  engine: Engine,
  { index: prefix }: SearchEngineSettings,
  { uid, filled_to }: EngineIndex,
): Promise<boolean> {
  const sql = asShop();
  const rows = await sql<{ id: string }[]>`
    select id from products where ${filled_to}::uuid is null or id > ${filled_to} order by id limit ${perBatch}`;
  const documents = await readDocuments(
    sql,
    rows.map(({ id }) => id),
  );
  if (documents.length > 0) await engine.addDocuments(uid, documents);
  const isFull = rows.length < perBatch;
  await sql`
    update private.engine_indexes set filled_to = coalesce(${rows.at(-1)?.id ?? null}, filled_to), is_full = ${isFull}
    where uid = ${uid}`;
  if (isFull) {
    await sql`delete from private.engine_indexes where uid <> ${uid}`;
    for (const other of await engine.listIndexes()) {
      if (other.startsWith(`${prefix}-`) && other !== uid) await engine.deleteIndex(other);
    }
  }
  return true;
}

async function followChanges(engine: Engine, { uid }: EngineIndex): Promise<boolean> {
  const sql = asShop();
  const rows = await sql<{ id: string; product_id: string; noted: number }[]>`
    select id::text, product_id, (max(id) over () - min(id) over ())::float8 as noted from (
      select id, product_id from private.engine_changes order by id limit ${maxNoted + 1}
    ) changes order by changes.id limit ${perBatch}`;
  const [first] = rows;
  if (!first) return false;
  if (first.noted >= maxNoted) {
    await sql`truncate private.engine_changes`;
    await sql`delete from private.engine_indexes where uid = ${uid}`;
    return true;
  }
  const ids = [...new Set(rows.map(({ product_id }) => product_id))];
  const documents = await readDocuments(sql, ids);
  const there = new Set(documents.map(({ id }) => id));
  const gone = ids.filter((id) => !there.has(id));
  if (documents.length > 0) await engine.addDocuments(uid, documents);
  if (gone.length > 0) await engine.deleteDocuments(uid, gone);
  await sql`
    delete from private.engine_changes where id = any (${rows.map(({ id }) => id)}::bigint[])`;
  return true;
}

/** Forgets the engine's indexes: without an engine nothing is noted for it. */
export async function forgetEngine(): Promise<void> {
  const sql = asShop();
  await sql`delete from private.engine_indexes`;
  await sql`truncate private.engine_changes`;
}

/** An engine that was emptied, e.g. by a lost disk, has fewer documents than it confirmed: its index is made again. */
export async function checkEngine(engine: Engine, settings: SearchEngineSettings): Promise<void> {
  const sql = asShop();
  const index = await findIndex(settings);
  if (!index?.is_full) return;
  const [shop] = await sql<{ isEmpty: boolean }[]>`
    select not exists (select from products where status = 'published') as "isEmpty"`;
  const documents = await engine.countDocuments(index.uid).catch((error: unknown) => {
    if (error instanceof EngineUnavailable && error.code === "index_not_found") return 0;
    throw error;
  });
  if (documents === 0 && shop && !shop.isEmpty) {
    await sql`delete from private.engine_indexes where uid = ${index.uid}`;
  }
}
