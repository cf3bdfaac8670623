import { registerHooks } from "node:module";
import type postgres from "postgres";

/*
 * The PostgreSQL driver, repaired. In 3.4.9 a connection that dies while a small write waits for the next
 * turn either throws where nobody can catch it, which ends the process, or keeps a cancelled timer and never sends
 * anything again (porsager/postgres issues 1066, 1154 and 1208). Both happen when PostgreSQL restarts. The source
 * is changed as it is loaded, so every other file must get the driver from here; tests/imports.test.ts looks.
 */
type Repairs = readonly (readonly [wrong: string, right: string])[];

const connectionRepairs: Repairs = [
  [
    "    const x = socket.write(chunk, fn)\n    nextWriteTimer !== null && clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    return x\n",
    "    if (chunk === null) return true\n    const bytes = chunk\n    nextWriteTimer !== null && clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if (socket !== null) return socket.write(bytes, fn)\n    error(Errors.connection('CONNECTION_CLOSED', options, socket))\n    return false\n",
  ],
  [
    "    clearImmediate(nextWriteTimer)\n    if (socket) {\n",
    "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if (socket) {\n",
  ],
  [
    "    clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)\n",
    "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener('data', data)\n",
  ],
  // A broken socket says "error" and, some turns later, "close". What was handed to the connection in between was
  // neither refused nor sent; and an error of the old connection must not be taken for one of the next.
  [
    "    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
    "    if (query || sent.length) error(Errors.connection('CONNECTION_CLOSED', options, socket))\n    query = results = errorResponse = null\n",
  ],
  // Nobody waits for the query about array types; the one that does wait is told by the connection's end, or is
  // sent again over the next connection, which then asks about the types itself.
  [
    "        return fetchArrayTypes()\n",
    "        return fetchArrayTypes().catch(() => { needsTypes = true })\n",
  ],
  // A statement that is sent `once` is not sent again by itself when its prepared form is gone: the end of its
  // transaction is already on its way, and behind that it would run with the rights of the connection.
  [
    "          : query.prepared && retryRoutines.has(errorResponse.routine)\n",
    "          : query.prepared && retryRoutines.has(errorResponse.routine)\n" +
      "            && (delete statements[query.signature], !query.options.once)\n",
  ],
  // What one step of the program sends goes with one call of the system, at the step's end. The driver sends each
  // kilobyte by itself, and what is less when the event loop comes round, which in a busy process is a while: each of
  // the questions of a purchase waited for it.
  ["    if (fn || chunk.length >= 1024)\n", "    if (fn || chunk.length >= 65536)\n"],
  [
    "(nextWriteTimer = setImmediate(nextWrite))\n",
    "(nextWriteTimer = process, process.nextTick(nextWrite))\n",
  ],
];

/**
 * A transaction that has ended sends nothing more. Where one of two things that were done at once has failed, the other may
 * go on for a step: what it asked then was sent behind the rollback, by itself or into whatever the connection did next.
 */
const scopeRepairs: Repairs = [
  ["    let savepoints = 0\n", "    let end, savepoints = 0\n"],
  ["        , result\n\n      name &&", "        , result, undo\n\n      name &&"],
  ["        await (name\n", "        undo = (name\n"],
  [
    "          : sql`rollback`\n        )\n",
    "          : sql`rollback`\n        )\n        if (!name) end = undo\n        await undo\n",
  ],
  ["          : await sql`commit`\n", "          : await (end = sql`commit`)\n"],
  [
    "        q.catch(e => uncaughtError || (uncaughtError = e))\n",
    "        if ((end && q !== end) || (undo && q !== undo)) return q.reject(new Error('the transaction is over'))\n" +
      "        q.catch(e => uncaughtError || (uncaughtError = e))\n",
  ],
];

const repairsOf: Readonly<Record<string, Repairs>> = {
  "/postgres/src/connection.js": connectionRepairs,
  "/postgres/src/index.js": scopeRepairs,
};

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const file = Object.keys(repairsOf).find((name) => url.endsWith(name));
    if (!file || !loaded.source) return loaded;
    const source = Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: repaired(source, repairsOf[file] ?? []) };
  },
});

function repaired(source: string, of: Repairs): string {
  return of.reduce((text, [wrong, right]) => {
    if (text.split(wrong).length !== 2) {
      throw new Error("the PostgreSQL driver has changed: see whether db/driver is still needed");
    }
    return text.replace(wrong, () => right);
  }, source);
}

const driver: typeof postgres = (await import("postgres")).default;

/**
 * Opens a pool: the driver's own function, which besides understands an address whose host is a folder, as libpq does:
 * `postgres://name:password@%2Fvar%2Flib%2Fpostgres:5432/etalase` is the socket in that folder.
 */
export const openPostgres = Object.assign(
  (url: string | Options, options: Options = {}) =>
    typeof url === "string" ? driver(url, { ...folderOf(url), ...options }) : driver(url),
  driver,
) as typeof postgres;

type Options = NonNullable<Parameters<typeof postgres>[1]>;

function folderOf(url: string): { host?: string } {
  const { hostname } = new URL(url);
  return /^%2f/i.test(hostname) ? { host: decodeURIComponent(hostname) } : {};
}
