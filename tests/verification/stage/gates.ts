import { AsyncLocalStorage } from "node:async_hooks";
import type { PoolSql, TransactionSql } from "#db/driver.server.ts";

/*
 * Points where a use case can be paused: before each of its statements, before and after each commit, and around each
 * call to the outside world. The product does not know of them; the pool that `connect` opened is wrapped.
 */

export interface Step {
  readonly kind: "begin" | "statement" | "commit" | "committed" | "call" | "answer";
  /** The statement's first words, or the call's name. */
  readonly text: string;
}

/** The process died here: no later code of the use case runs. */
export class Crash extends Error {}

interface Waiting {
  readonly step: Step;
  readonly open: () => void;
  readonly fail: (reason: Error) => void;
}

/**
 * Number of statements in progress without an actor, such as batches: actors that wait for one still count as
 * computing.
 */
let nobodysInFlight = 0;
export const isNobodyAtDatabase = (): boolean => nobodysInFlight === 0;

/** The runner of a use case: a person's request or a job. */
export class Actor {
  readonly name: string;
  readonly queue: Waiting[] = [];
  /** Statements and commits that are at the database now. */
  inFlight = 0;
  isDone = false;
  isDead = false;
  /** Queries the server process of the transaction's connection; undefined outside of a transaction. */
  backend: (() => Promise<number | undefined>) | undefined;
  /** Called on every event that may change which actor can move. */
  readonly changed: (event: "moved" | "released") => void;

  constructor(name: string, changed: Actor["changed"]) {
    this.name = name;
    this.changed = changed;
  }

  /** @throws Crash when the actor dies here */
  pass(step: Step): Promise<void> {
    if (this.isDead) return Promise.reject(new Crash());
    return new Promise((open, fail) => {
      this.queue.push({ step, open, fail });
      this.changed("moved");
    });
  }

  /** Counts running statements. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.inFlight++;
    this.changed("moved");
    try {
      return await work;
    } finally {
      this.inFlight--;
      this.changed("moved");
    }
  }
}

const playing = new AsyncLocalStorage<Actor>();

export function asActor<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
  return playing.run(actor, work);
}

/** The name of the current actor. */
export function currentActor(): string | undefined {
  return playing.getStore()?.name;
}

/** A call to the outside world, which can be paused before it acts and before its answer arrives. */
export async function outsideCall<T>(name: string, act: () => T): Promise<T> {
  const actor = playing.getStore();
  await actor?.pass({ kind: "call", text: name });
  const answer = act();
  await actor?.pass({ kind: "answer", text: name });
  return answer;
}

type Pool = PoolSql;
interface Pools {
  readonly shop: Pool;
  readonly apart: Pool;
}
const poolsKey = Symbol.for("etalase.pools");

/**
 * Puts the gates into the shop's pools. `connect` must have been called before; `disconnect` ends the pools as usual.
 */
export function openGates(): void {
  const registry = globalThis as unknown as Record<symbol, Pools | undefined>;
  const pools = registry[poolsKey];
  if (!pools) throw new Error("not connected");
  registry[poolsKey] = {
    ...pools,
    shop: gatedPool(pools.shop),
    apart: gatedPool(pools.apart),
  };
}

function gatedPool(pool: Pool): Pool {
  return new Proxy(pool, {
    apply: (target, self, args: unknown[]) => gated(Reflect.apply(target as never, self, args)),
    get(target, name) {
      if (name === "begin") return (...args: unknown[]) => begin(target, args);
      return Reflect.get(target, name);
    },
  });
}

type Work = (sql: TransactionSql) => Promise<unknown>;

async function begin(pool: Pool, args: unknown[]): Promise<unknown> {
  const work = args.at(-1) as Work;
  const mode = args.length > 1 ? String(args[0]) : "";
  const actor = playing.getStore();
  if (!actor) return pool.begin(mode, work);
  await actor.pass({ kind: "begin", text: mode });
  let isEnding = false;
  const end = () => {
    if (isEnding) actor.inFlight--;
    isEnding = false;
    actor.backend = undefined;
    actor.changed("released");
  };
  let result: unknown;
  try {
    result = await pool.begin(mode, async (inner) => {
      actor.backend = async () => {
        const [row] = await inner<{ pid: number }[]>`select pg_backend_pid() as pid`;
        return row?.pid;
      };
      const value = await work(gatedTransaction(inner, actor));
      await actor.pass({ kind: "commit", text: "" });
      isEnding = true;
      actor.inFlight++;
      actor.changed("moved");
      return value;
    });
  } finally {
    end();
  }
  await actor.pass({ kind: "committed", text: "" });
  return result;
}

function gatedTransaction(inner: TransactionSql, actor: Actor): TransactionSql {
  return new Proxy(inner, {
    apply: (target, self, args: unknown[]) => gated(Reflect.apply(target as never, self, args)),
    get(target, name) {
      if (name !== "savepoint") return Reflect.get(target, name);
      return async (work: Work) => {
        try {
          return await target.savepoint((deeper) => work(gatedTransaction(deeper, actor)) as never);
        } finally {
          actor.changed("released");
        }
      };
    },
  });
}

/** A lazy statement of the driver; its handler sends it when code awaits it. */
interface Lazy extends Promise<unknown> {
  handler: (query: Lazy) => void;
  readonly reject: (reason: unknown) => void;
  readonly strings?: readonly string[];
}

/** A statement waits at its gate when it is sent. A part of another statement is never sent, so it never waits. */
function gated(made: unknown): unknown {
  const actor = playing.getStore();
  const query = made as Lazy;
  if (typeof query?.handler !== "function") return made;
  const send = query.handler;
  if (!actor) {
    query.handler = (self) => {
      nobodysInFlight++;
      send(self);
      const back = () => void nobodysInFlight--;
      self.then(back, back);
    };
    return query;
  }
  query.handler = (self) => {
    const text = (query.strings ?? []).join("?").trim().replace(/\s+/g, " ").slice(0, 200);
    actor.pass({ kind: "statement", text }).then(
      () => {
        send(self);
        actor.during(self).catch(() => undefined);
      },
      (reason) => {
        self.catch(() => undefined);
        self.reject(reason);
      },
    );
  };
  return query;
}
