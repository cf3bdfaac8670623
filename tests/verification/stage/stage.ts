import { openPostgres, type PoolSql } from "#db/driver.server.ts";
import { Actor, asActor, Crash, isNobodyAtDatabase, openGates, type Step } from "./gates.ts";

/** The actors that can move, with their next steps. */
export interface Ready {
  readonly actor: string;
  readonly step: Step;
  /** Number of this actor's earlier steps. */
  readonly stepsDone: number;
}

/** `crash`: the process dies before this step. `cut`: the database's connection breaks instead. */
export interface Turn {
  readonly actor: string;
  readonly how: "go" | "crash" | "cut";
}

export type Outcome =
  | { readonly kind: "done"; readonly value: unknown }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "crashed" };

/**
 * Milliseconds without an event after which an actor counts as waiting for another, if it sent no statement and no
 * statement without an actor is running.
 */
const maxComputing = 20;
/** Milliseconds after which the stage checks whether statements wait for locks. */
const maxStatement = 2;

/**
 * Runs several use cases at once, one step at a time: a chooser decides which one moves next. An actor that waits for
 * a lock is skipped until it has it, so that the same choices give the same history.
 */
export class Stage {
  private readonly watcher: PoolSql;
  private wake: (() => void) | undefined;
  private isChanged = false;
  /** Actors known to wait for a lock; they wait until another transaction ends. */
  private readonly blocked = new Set<Actor>();
  /** Actors that seem to wait inside the program for another, e.g. for a turn to place an order. */
  private readonly parked = new Set<Actor>();

  /** The pools must be connected to `url`. */
  constructor(url: string) {
    openGates();
    this.watcher = openPostgres(url, {
      max: 1,
      // It repeats a few long queries, whose planning takes longer than their execution.
      connection: { plan_cache_mode: "force_generic_plan" } as Record<string, string>,
    });
  }

  /** A connection without gates, with all rights. */
  get sql(): PoolSql {
    return this.watcher;
  }

  async close(): Promise<void> {
    await this.watcher.end();
  }

  async play(
    acts: ReadonlyMap<string, () => Promise<unknown>>,
    choose: (ready: readonly Ready[]) => Turn,
  ): Promise<Map<string, Outcome>> {
    const outcomes = new Map<string, Outcome>();
    const stepsDone = new Map<string, number>();
    const actors = [...acts].map(([name, act]) => {
      const actor = new Actor(name, (event) => this.change(event));
      stepsDone.set(name, 0);
      const finish = (outcome: Outcome) => {
        actor.isDone = true;
        outcomes.set(name, actor.isDead ? { kind: "crashed" } : outcome);
        this.change("moved");
      };
      asActor(actor, act).then(
        (value) => finish({ kind: "done", value }),
        (error: unknown) => finish({ kind: "failed", error }),
      );
      return actor;
    });
    for (;;) {
      await this.quiet(actors);
      const ready = actors.filter(
        (actor) => !actor.isDone && actor.queue.length > 0 && actor.inFlight === 0,
      );
      if (ready.length === 0) {
        if (actors.every((actor) => actor.isDone)) return outcomes;
        // All wait for locks: PostgreSQL ends that by itself.
        await this.nextChange();
        continue;
      }
      const turn = choose(
        ready.map((actor) => ({
          actor: actor.name,
          step: (actor.queue[0] as { step: Step }).step,
          stepsDone: stepsDone.get(actor.name) ?? 0,
        })),
      );
      const actor = ready.find(({ name }) => name === turn.actor);
      if (!actor) throw new Error(`${turn.actor} has no turn`);
      stepsDone.set(actor.name, (stepsDone.get(actor.name) ?? 0) + 1);
      await this.take(actor, turn.how);
    }
  }

  private async take(actor: Actor, how: Turn["how"]): Promise<void> {
    if (how === "crash") {
      actor.isDead = true;
      for (const waiting of actor.queue.splice(0)) waiting.fail(new Crash());
      return;
    }
    // A failed transaction cannot report its backend's pid; it is rolled back anyway.
    const pid = how === "cut" ? await actor.backend?.().catch(() => undefined) : undefined;
    if (pid !== undefined) await this.watcher`select pg_terminate_backend(${pid}, 2000)`;
    actor.queue.shift()?.open();
  }

  /** Waits until every actor is at a gate, waits for a lock, or is done. */
  private async quiet(actors: readonly Actor[]): Promise<void> {
    // Let settled promises continue before the actors are checked.
    await new Promise((resolve) => setImmediate(resolve));
    let statement = maxStatement;
    for (;;) {
      this.isChanged = false;
      const busy = actors.filter(
        (actor) => !actor.isDone && (actor.queue.length === 0 || actor.inFlight > 0),
      );
      for (const actor of this.blocked) if (actor.inFlight === 0) this.blocked.delete(actor);
      for (const actor of this.parked) {
        if (actor.queue.length > 0 || actor.inFlight > 0) this.parked.delete(actor);
      }
      const moving = busy.filter((actor) => !this.blocked.has(actor) && !this.parked.has(actor));
      if (moving.length === 0) return;
      const computing = moving.filter(({ inFlight }) => inFlight === 0);
      const timeoutMs = computing.length === 0 ? statement : maxComputing;
      if (await this.changeWithin(timeoutMs)) continue;
      if (computing.length > 0) {
        if (!isNobodyAtDatabase()) continue;
        for (const actor of computing) this.parked.add(actor);
        continue;
      }
      const flying = busy.reduce((sum, { inFlight }) => sum + Math.min(1, inFlight), 0);
      const waiting = await this.countWaiting();
      statement *= 2;
      if (this.isChanged || waiting < flying) continue;
      for (const actor of busy) this.blocked.add(actor);
    }
  }

  private async countWaiting(): Promise<number> {
    const [row] = await this.watcher<{ waiting: number }[]>`
      select count(distinct l.pid)::int as waiting
      from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and a.datname = current_database()`;
    return row?.waiting ?? 0;
  }

  private change(event: "moved" | "released"): void {
    if (event === "released") {
      this.blocked.clear();
      this.parked.clear();
    }
    this.isChanged = true;
    this.wake?.();
  }

  private nextChange(): Promise<void> {
    this.isChanged = false;
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  /** @returns whether something changed, or false after so many milliseconds */
  private async changeWithin(milliseconds: number): Promise<boolean> {
    if (this.isChanged) return true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([this.nextChange(), late]);
    clearTimeout(timer);
    return this.isChanged;
  }
}
