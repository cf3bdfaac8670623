import { type Broadcast, type Version, type Wire, wireOf, writeBroadcast } from "./frames.ts";

/**
 * Holds live messages while stored ones are read, so that older messages come first and each only once: a
 * stored row may be announced before or after it is read.
 */
export class Backlog {
  readonly #held: { readonly wire: Wire; readonly id: string | undefined }[] = [];
  #replayed: ReadonlySet<string | undefined> | undefined;

  /**
   * @param id of the stored message's row, if any
   * @returns whether the message must not be sent now: it is sent later, or was sent as a stored one
   */
  takes(wire: Wire, id: string | undefined): boolean {
    if (this.#replayed) return id !== undefined && this.#replayed.has(id);
    this.#held.push({ wire, id });
    return true;
  }

  /** @returns the stored messages, then the held ones. Later messages pass directly. */
  merge(version: Version, stored: readonly Broadcast[]): Wire[] {
    const replayed = new Set(stored.map(({ meta }) => meta?.id));
    this.#replayed = replayed;
    const older = stored.map((broadcast) => wireOf(writeBroadcast(version, broadcast)));
    const newer = this.#held.splice(0).filter(({ id }) => id === undefined || !replayed.has(id));
    return [...older.filter((wire) => wire !== undefined), ...newer.map(({ wire }) => wire)];
  }
}
