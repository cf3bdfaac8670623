import { randomUUID } from "node:crypto";
import { log } from "#base/log.server.ts";
import { asShop, inTransaction } from "#db/client.server.ts";

/** Missed heartbeats after which a process counts as dead. */
const beatsUntilDead = 4;

/**
 * This process among all that serve websockets over one database. A node's presence and listeners live as
 * long as its row, which other nodes delete when its heartbeats stop.
 */
export class Node {
  readonly id = randomUUID();
  readonly #beatMs: number;
  readonly #onLost: () => void;
  #timer: NodeJS.Timeout | undefined;
  #isKnown = false;

  /** @param onLost called when other nodes removed this one with its presence and listeners */
  constructor(beatMs: number, onLost: () => void) {
    this.#beatMs = beatMs;
    this.#onLost = onLost;
  }

  async start(): Promise<void> {
    await this.beat();
    this.#timer = setInterval(() => {
      this.beat().catch((error) => log.error({ err: error }, "realtime heartbeat failed"));
    }, this.#beatMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await asShop()`select realtime.remove_node(${this.id})`;
  }

  /** Renews this node's row, and removes dead nodes. */
  async beat(): Promise<void> {
    const sql = asShop();
    const renewed =
      await sql`update realtime.nodes set seen_at = now() where id = ${this.id} returning id`;
    if (renewed.length === 0) {
      await sql`insert into realtime.nodes (id) values (${this.id}) on conflict do nothing`;
      if (this.#isKnown) this.#onLost();
      this.#isKnown = true;
    }
    await inTransaction(
      (transaction) => transaction`
        select realtime.remove_node(dead.id) from (
          select id from realtime.nodes
          where seen_at < now() - ${(this.#beatMs * beatsUntilDead) / 1000} * interval '1 second'
          for update skip locked) dead`,
    );
    await sql`delete from realtime.changes where changed_at < now() - interval '5 minutes'`;
  }
}
