import { holdPage } from "#app/browser/dirty-forms.ts";
import { maxPictureBytes, pictureTypes } from "#shop/catalogue/media/media.ts";
import { Refused, sendFile } from "./send-file.ts";

/** Files that are sent at the same time. */
const atOnce = 3;
/** Milliseconds before each further try to hand an upload over. */
const takeDelays = [1_000, 3_000, 6_000];

export interface UploadItem {
  /** The upload's id, and the id of the picture that it becomes. */
  readonly id: string;
  readonly file: File;
  /** `making`: it has arrived, and the shop makes its files. `paused`: there is no connection. */
  readonly state: "waiting" | "sending" | "paused" | "making" | "failed";
  /** Bytes. */
  readonly sent: number;
  /** A code that the messages have words for. */
  readonly problem: string | undefined;
  /** Whether another try may succeed. */
  readonly isFinal: boolean;
}

interface Entry {
  item: UploadItem;
  readonly type: string;
  /** All uploads of its drop, in order. */
  readonly dropped: readonly string[];
  /** The picture whose file it replaces. */
  readonly replaces: string | undefined;
  address: string | undefined;
  control: AbortController;
}

/**
 * Sends files one after the other, a few at once. Their order is fixed when they are added. It goes on when the person opens
 * another page of the shop; closing the shop asks first.
 */
export class UploadQueue {
  readonly #takeAddress: string;
  #arrived = 0;
  #release: (() => void) | undefined;
  #entries: readonly Entry[] = [];
  #items: readonly UploadItem[] = [];
  readonly #listeners = new Set<() => void>();

  /** @param takeAddress where an upload that has arrived is handed over */
  constructor(takeAddress: string) {
    this.#takeAddress = takeAddress;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly items = (): readonly UploadItem[] => this.#items;

  /** Uploads that have become pictures. */
  readonly arrived = (): number => this.#arrived;

  /**
   * @param options.room how many pictures the product may still get
   * @param options.replaces the picture whose file the only file replaces
   */
  add(files: readonly File[], options: { room: number } | { replaces: string }): void {
    const replaces = "replaces" in options ? options.replaces : undefined;
    let room = "room" in options ? options.room - this.#entries.filter(isBusy).length : 1;
    const dropped: string[] = [];
    const added = files.map((file): Entry => {
      const id = crypto.randomUUID();
      const type = typeOf(file);
      const problem = problemOf(file, type) ?? (room > 0 ? undefined : "too_many_pictures");
      if (!problem) {
        room--;
        dropped.push(id);
      }
      const item: UploadItem = {
        id,
        file,
        state: problem ? "failed" : "waiting",
        sent: 0,
        problem,
        isFinal: problem !== undefined,
      };
      const control = new AbortController();
      return { item, type, dropped, replaces, address: undefined, control };
    });
    this.#entries = [...this.#entries, ...added];
    this.#tell();
    this.#begin();
  }

  /** Also takes the message of a failed file away. */
  cancel(id: string): void {
    this.#find(id)?.control.abort(new DOMException("canceled", "AbortError"));
    this.#drop(id);
    this.#begin();
  }

  retry(id: string): void {
    const entry = this.#find(id);
    if (!entry || entry.item.isFinal) return;
    this.#change(entry, { state: "waiting", problem: undefined });
    this.#begin();
  }

  /** Goes on with everything that a lost connection stopped. */
  readonly resume = (): void => {
    for (const entry of this.#entries) {
      if (entry.item.state === "paused") this.#change(entry, { state: "waiting" });
    }
    this.#begin();
  };

  #begin(): void {
    const busy = this.#entries.filter(
      ({ item }) => item.state === "sending" || item.state === "making",
    );
    const next = this.#entries.filter(({ item }) => item.state === "waiting");
    for (const entry of next.slice(0, Math.max(0, atOnce - busy.length))) {
      this.#change(entry, { state: "sending" });
      void this.#run(entry);
    }
  }

  async #run(entry: Entry): Promise<void> {
    const { item, control } = entry;
    try {
      await sendFile(
        {
          file: item.file,
          id: item.id,
          type: entry.type,
          address: entry.address,
          onAddress: (address) => {
            entry.address = address;
          },
          onProgress: (sent) => this.#change(entry, { sent }),
        },
        control.signal,
      );
      this.#change(entry, { state: "making", sent: item.file.size });
      await this.#take(entry);
      this.#arrived++;
      this.#drop(item.id);
    } catch (error) {
      this.#settle(entry, error);
    }
    this.#begin();
  }

  #settle(entry: Entry, error: unknown): void {
    if (entry.control.signal.aborted) return;
    if (error instanceof Refused) {
      const isFinal = error.code !== "failed";
      this.#change(entry, { state: "failed", problem: error.code, isFinal });
    } else if (!navigator.onLine) {
      this.#change(entry, { state: "paused" });
    } else {
      console.error("An upload failed", error);
      this.#change(entry, { state: "failed", problem: "failed" });
    }
  }

  /** Hands over an upload that has arrived. Doing so twice changes nothing. @throws Refused */
  async #take({ item, dropped, replaces, control }: Entry): Promise<void> {
    const form = new URLSearchParams({ upload: item.id, name: item.file.name });
    if (replaces) form.set("picture", replaces);
    else for (const id of dropped) form.append("dropped", id);
    for (let attempt = 0; ; attempt++) {
      const answer = await fetch(this.#takeAddress, {
        method: "POST",
        body: form,
        signal: control.signal,
      }).catch((error: unknown) => {
        if (control.signal.aborted || !navigator.onLine || attempt === takeDelays.length)
          throw error;
      });
      if (answer?.ok) return;
      if (answer?.status === 422)
        throw new Refused(((await answer.json()) as { problem: string }).problem);
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Refused("not_permitted");
      if (attempt === takeDelays.length) throw new Refused("failed");
      await new Promise((resolve) => setTimeout(resolve, takeDelays[attempt]));
    }
  }

  #find(id: string): Entry | undefined {
    return this.#entries.find(({ item }) => item.id === id);
  }

  #drop(id: string): void {
    this.#entries = this.#entries.filter(({ item }) => item.id !== id);
    this.#tell();
  }

  #change(entry: Entry, change: Partial<UploadItem>): void {
    entry.item = { ...entry.item, ...change };
    this.#tell();
  }

  #tell(): void {
    this.#items = this.#entries.map(({ item }) => item);
    if (!this.#entries.some(isBusy)) {
      this.#release?.();
      this.#release = undefined;
    } else this.#release ??= holdPage(this.#takeAddress);
    for (const listener of this.#listeners) listener();
  }
}

function isBusy({ item }: Entry): boolean {
  return item.state !== "failed";
}

const typesByExtension: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
};

/** The file's media type; some systems name none for AVIF. */
function typeOf({ type, name }: File): string {
  return type || (typesByExtension[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "");
}

/** What can be said without sending a byte; the server checks again, by the content. */
function problemOf(file: File, type: string): string | undefined {
  if (!Object.hasOwn(pictureTypes, type)) return "picture_wrong_type";
  if (file.size === 0) return "picture_empty";
  return file.size > maxPictureBytes ? "picture_too_many_bytes" : undefined;
}
