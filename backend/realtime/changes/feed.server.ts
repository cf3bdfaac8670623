import { asCaller, asShop, type Caller } from "#db/client.server.ts";
import type { Version } from "../frames.ts";
import { Matcher, type Row } from "./match.server.ts";
import { columnsFor, type Relation, readRelation } from "./relation.server.ts";
import type { Subscription } from "./subscription.server.ts";

/** A channel that receives changes of rows. */
export interface ChangeListener {
  /** With `realtime:` in front, as on the wire. */
  readonly topic: string;
  readonly version: Version;
  readonly caller: Caller;
  readonly subscriptions: readonly Subscription[];
  send(data: string): void;
}

interface Change {
  id: string;
  relation: string;
  kind: "INSERT" | "UPDATE" | "DELETE";
  record: Row | null;
  old_record: Row | null;
  errors: string[] | null;
  changed_at: Date;
}

const batchSize = 50;
/** Concurrent transactions that query visible rows, beside the process's other work. */
const questionsAtOnce = 4;

/** Delivers changes of rows from the database to the channels that may see them. */
export class ChangeFeed {
  readonly #nodeId: string;
  readonly #listeners = new Map<string, ChangeListener>();
  /** Number of subscriptions of a table, by `[schema, table]`. */
  readonly #wanted = new Map<string, number>();

  constructor(nodeId: string) {
    this.#nodeId = nodeId;
  }

  /**
   * Resolves once every later commit is delivered.
   * @param id the channel, whose subscriptions stay the same
   */
  async subscribe(id: string, listener: ChangeListener): Promise<void> {
    const isKnown = this.#listeners.has(id);
    this.#listeners.set(id, listener);
    // The same subscriptions with a new token.
    if (isKnown) return;
    for (const { schema, table } of listener.subscriptions) {
      const key = JSON.stringify([schema, table ?? null]);
      this.#wanted.set(key, (this.#wanted.get(key) ?? 0) + 1);
      await asShop()`
        insert into realtime.listeners (node_id, schema_name, table_name)
        values (${this.#nodeId}, ${schema}, ${table ?? null}) on conflict do nothing`;
    }
  }

  async unsubscribe(id: string): Promise<void> {
    const listener = this.#listeners.get(id);
    if (!listener) return;
    this.#listeners.delete(id);
    for (const { schema, table } of listener.subscriptions) {
      const key = JSON.stringify([schema, table ?? null]);
      const left = (this.#wanted.get(key) ?? 1) - 1;
      if (left > 0) this.#wanted.set(key, left);
      else this.#wanted.delete(key);
      if (left > 0) continue;
      await asShop()`
        delete from realtime.listeners where node_id = ${this.#nodeId} and schema_name = ${schema}
          and table_name is not distinct from ${table ?? null}`;
      // A subscription may have started while the row was deleted.
      if (this.#wanted.has(key)) {
        await asShop()`
          insert into realtime.listeners (node_id, schema_name, table_name)
          values (${this.#nodeId}, ${schema}, ${table ?? null}) on conflict do nothing`;
      }
    }
  }

  /**
   * Sends the changes of a transaction.
   * @param transaction its id, as PostgreSQL writes it
   */
  async deliver(transaction: string): Promise<void> {
    if (this.#listeners.size === 0) return;
    let last = "0";
    for (;;) {
      const changes = await asShop()<Change[]>`
        select id::text, relation::text, kind, record, old_record, errors, changed_at from realtime.changes
        where transaction = ${transaction}::text::xid8 and id > ${last}::text::bigint order by changes.id limit ${batchSize}`;
      for (const run of runs(changes)) await this.#deliverRun(run);
      if (changes.length < batchSize) return;
      last = changes.at(-1)?.id ?? last;
    }
  }

  /** @param changes of one table, in commit order */
  async #deliverRun(changes: readonly Change[]): Promise<void> {
    const relation = await readRelation(asShop(), changes[0]?.relation ?? "0");
    if (!relation) return;
    const listeners = [...this.#listeners].flatMap(([id, listener]) => {
      const subscriptions = listener.subscriptions.filter(
        ({ schema, table }) =>
          (schema === "*" || schema === relation.schema) &&
          (table ?? relation.table) === relation.table,
      );
      return subscriptions.length > 0 ? [{ id, listener, subscriptions }] : [];
    });
    const changeFrames = new ChangeFrames(relation, changes);
    const work = listeners.map(({ id, listener, subscriptions }) => async () => {
      const frames = await changeFrames.framesFor(listener, subscriptions);
      // The channel may have left during the query.
      if (!this.#listeners.has(id)) return;
      for (const frame of frames) listener.send(frame);
    });
    await Promise.all(
      Array.from({ length: questionsAtOnce }, async () => {
        for (let next = work.pop(); next; next = work.pop()) await next();
      }),
    );
  }
}

/** Groups consecutive changes of one table. */
function runs(changes: readonly Change[]): Change[][] {
  const result: Change[][] = [];
  for (const change of changes) {
    const run = result.at(-1);
    if (run?.[0]?.relation === change.relation) run.push(change);
    else result.push([change]);
  }
  return result;
}

/** One batch of changes of one table, as each listener may see them. */
class ChangeFrames {
  readonly #relation: Relation;
  readonly #changes: readonly Change[];
  readonly #matchers = new Map<boolean, Matcher>();
  readonly #visible = new Map<string, Promise<ReadonlySet<number>>>();
  readonly #written = new Map<string, string>();

  constructor(relation: Relation, changes: readonly Change[]) {
    this.#relation = relation;
    this.#changes = changes;
  }

  async framesFor(
    listener: ChangeListener,
    subscriptions: readonly Subscription[],
  ): Promise<string[]> {
    const { dbRole } = listener.caller;
    const readable = columnsFor(this.#relation, dbRole);
    if (readable.length === 0) return [];
    const frames: string[] = [];
    for (const [index, change] of this.#changes.entries()) {
      const matching: Subscription[] = [];
      for (const subscription of subscriptions) {
        if (await this.#matches(index, change, subscription, readable)) matching.push(subscription);
      }
      if (matching.length === 0) continue;
      if (!(await this.#mayKnow(index, change, listener.caller))) continue;
      for (const group of bySelection(matching)) {
        frames.push(this.#frame(index, listener, group));
      }
    }
    return frames;
  }

  async #matches(
    index: number,
    change: Change,
    { event, conditions }: Subscription,
    readable: readonly { name: string }[],
  ): Promise<boolean> {
    if (event !== "*" && event !== change.kind) return false;
    if (conditions.length === 0) return true;
    // A grant may have been revoked since the subscription.
    if (conditions.some(({ column }) => !readable.some(({ name }) => name === column)))
      return false;
    return this.#matcher(change.kind === "DELETE").meets(index, conditions);
  }

  #matcher(isDelete: boolean): Matcher {
    const rows = this.#changes.map((change) =>
      isDelete ? this.#former(change) : (change.record ?? {}),
    );
    const matcher = this.#matchers.get(isDelete) ?? new Matcher(this.#relation, rows);
    this.#matchers.set(isDelete, matcher);
    return matcher;
  }

  /**
   * Of a deleted or updated row under policies only the key is sent: the visibility of its old values can no
   * longer be checked.
   */
  #former(change: Change): Row {
    const former = change.old_record ?? {};
    if (!this.#relation.hasPolicies) return former;
    const keys = this.#relation.columns.filter(({ isKey }) => isKey).map(({ name }) => name);
    return Object.fromEntries(Object.entries(former).filter(([name]) => keys.includes(name)));
  }

  async #mayKnow(index: number, change: Change, caller: Caller): Promise<boolean> {
    if (change.kind === "DELETE" || !this.#relation.hasPolicies) return true;
    const key = JSON.stringify([caller.dbRole, caller.claims]);
    const visible = this.#visible.get(key) ?? this.#ask(caller);
    this.#visible.set(key, visible);
    return (await visible).has(index);
  }

  /** Indexes of the rows that the caller sees, from a query as the caller. */
  async #ask(caller: Caller): Promise<ReadonlySet<number>> {
    const { schema, table, columns } = this.#relation;
    const keys = columns.filter(({ isKey }) => isKey);
    const mayReadKeys = keys.every(({ readers }) => readers.includes(caller.dbRole));
    if (keys.length === 0 || !mayReadKeys) return new Set();
    const rows = JSON.stringify(
      this.#changes.map(({ record }) =>
        Object.fromEntries(keys.map(({ name }) => [name, record?.[name] ?? null])),
      ),
    );
    const found = await asCaller(
      caller,
      (sql) => {
        const isSame = keys
          .map(({ name }) => sql`t.${sql(name)} = r.${sql(name)}`)
          .reduce((all, each) => sql`${all} and ${each}`);
        return sql<{ n: number }[]>`
          select (given.n - 1)::int as n
          from jsonb_array_elements(${rows}::text::jsonb) with ordinality as given (row, n),
            jsonb_populate_record(null::${sql(schema)}.${sql(table)}, given.row) r
          where exists (select from ${sql(schema)}.${sql(table)} t where ${isSame})`;
      },
      "read only",
    );
    return new Set(found.map(({ n }) => n));
  }

  #frame(
    index: number,
    { topic, version, caller }: ChangeListener,
    of: readonly Subscription[],
  ): string {
    const select = of[0]?.select;
    const key = JSON.stringify([index, caller.dbRole, select ?? null]);
    const data = this.#written.get(key) ?? JSON.stringify(this.#data(index, caller, select));
    this.#written.set(key, data);
    const payload = `{"ids":${JSON.stringify(of.map(({ id }) => id))},"data":${data}}`;
    const name = JSON.stringify(topic);
    if (version === "2.0.0") return `[null,null,${name},"postgres_changes",${payload}]`;
    return `{"topic":${name},"event":"postgres_changes","payload":${payload},"ref":null}`;
  }

  #data(
    index: number,
    caller: Caller,
    select: readonly string[] | undefined,
  ): Record<string, unknown> {
    const change = this.#changes[index];
    const columns = columnsFor(this.#relation, caller.dbRole, select);
    const cut = (row: Row) =>
      Object.fromEntries(
        columns.filter(({ name }) => name in row).map(({ name }) => [name, row[name]]),
      );
    return {
      schema: this.#relation.schema,
      table: this.#relation.table,
      commit_timestamp: change?.changed_at,
      type: change?.kind,
      columns: columns.map(({ name, type }) => ({ name, type })),
      ...(change?.record ? { record: cut(change.record) } : {}),
      ...(change?.old_record ? { old_record: cut(this.#former(change)) } : {}),
      errors: change?.errors ?? null,
    };
  }
}

/** Subscriptions with the same columns share one message. */
function bySelection(subscriptions: readonly Subscription[]): Subscription[][] {
  const groups = new Map<string, Subscription[]>();
  for (const subscription of subscriptions) {
    const key = JSON.stringify(subscription.select ?? null);
    const group = groups.get(key) ?? [];
    group.push(subscription);
    groups.set(key, group);
  }
  return [...groups.values()];
}
