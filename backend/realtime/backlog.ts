import { type Broadcast, type Version, type Wire, wireOf, writeBroadcast } from "./frames.ts";

/**
 * Holds what is sent while what was kept is being read, so that the older messages come first, and each one once: a row
 * that was read may be announced before or after that.
 */
export class Backlog {
  readonly #held: { readonly wire: Wire; readonly id: string | undefined }[] = [];
  #told: ReadonlySet<string | undefined> | undefined;

  /**
   * @param id of the row that the message is, when it is kept
   * @returns whether it must not be sent now: it comes later, or has been told as a kept one
   */
  takes(wire: Wire, id: string | undefined): boolean {
    if (this.#told) return id !== undefined && this.#told.has(id);
    this.#held.push({ wire, id });
    return true;
  }

  /** @returns what was kept, then what came meanwhile. From now on messages pass. */
  merge(version: Version, kept: readonly Broadcast[]): Wire[] {
    const told = new Set(kept.map(({ meta }) => meta?.id));
    this.#told = told;
    const older = kept.map((broadcast) => wireOf(writeBroadcast(version, broadcast)));
    const newer = this.#held.splice(0).filter(({ id }) => id === undefined || !told.has(id));
    return [...older.filter((wire) => wire !== undefined), ...newer.map(({ wire }) => wire)];
  }
}
