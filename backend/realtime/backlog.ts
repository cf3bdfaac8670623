import { type Broadcast, type Version, type Wire, wireOf, writeBroadcast } from "./frames.ts";

/**
 * Holds what is sent while what was kept is being read, so that the older messages come first, and each one once: a row
 * that was read may be announced before or after that.
 */
export class Backlog {
  readonly #held: { readonly wire: Wire; readonly id: string | undefined }[] = [];
  #announced: ReadonlySet<string | undefined> | undefined;

  /**
   * @param id of the row that the message is, when it is kept
   * @returns whether it must not be sent now: it comes later, or has been told as a kept one
   */
  takes(wire: Wire, id: string | undefined): boolean {
    if (this.#announced) return id !== undefined && this.#announced.has(id);
    this.#held.push({ wire, id });
    return true;
  }

  /** @returns what was kept, then what came meanwhile. From now on messages pass. */
  merge(version: Version, stored: readonly Broadcast[]): Wire[] {
    const announced = new Set(stored.map(({ meta }) => meta?.id));
    this.#announced = announced;
    const older = stored.map((broadcast) => wireOf(writeBroadcast(version, broadcast)));
    const newer = this.#held.splice(0).filter(({ id }) => id === undefined || !announced.has(id));
    return [...older.filter((wire) => wire !== undefined), ...newer.map(({ wire }) => wire)];
  }
}
