import { type Broadcast, type Version, type Wire, wireOf, writeBroadcast } from "./frames.ts";

/** Holds what is sent while what was kept is being read, so that the older messages come first, and each one once. */
export class Backlog {
  readonly #held: { readonly wire: Wire; readonly id: string | undefined }[] = [];

  /** @param id of the row that the message is, when it is kept */
  hold(wire: Wire, id: string | undefined): void {
    this.#held.push({ wire, id });
  }

  /** @returns what was kept, then what came meanwhile */
  merge(version: Version, kept: readonly Broadcast[]): Wire[] {
    const told = new Set(kept.map(({ meta }) => meta?.id));
    const older = kept.map((broadcast) => wireOf(writeBroadcast(version, broadcast)));
    const newer = this.#held.filter(({ id }) => id === undefined || !told.has(id));
    return [...older.filter((wire) => wire !== undefined), ...newer.map(({ wire }) => wire)];
  }
}
