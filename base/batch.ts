import { AsyncResource } from "node:async_hooks";

export interface BatchLimits {
  /** Items of one batch. */
  readonly maxBatchSize: number;
  /** Batches in progress at the same time; default 1. */
  readonly maxConcurrency: number;
}

/**
 * Runs many items in one statement or one commit (docs/why/auth.md, docs/why/orders.md, docs/why/storage-and-realtime.md). Items that arrive while a
 * batch runs form the next batch; an item never waits to fill a batch. When a batch fails, its items run one
 * by one, so that only the faulty item gets the error; `run` must have rolled back its work.
 * @param run returns its answers in the order of the items
 */
export function batch<Item, Answer>(
  run: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { maxBatchSize, maxConcurrency }: BatchLimits,
): (item: Item) => Promise<Answer> {
  interface Wanted {
    readonly item: Item;
    readonly resolve: (answer: Answer) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Wanted[] = [];
  let running = 0;

  const finish = async (items: readonly Wanted[]): Promise<void> => {
    try {
      const answers = await run(items.map(({ item }) => item));
      items.forEach(({ resolve }, index) => {
        resolve(answers[index] as Answer);
      });
    } catch (error) {
      const [first] = items;
      if (items.length === 1) first?.reject(error);
      else for (const one of items) await finish([one]);
    }
  };
  // A batch serves several requests, so it runs outside of any request's async context.
  const work = AsyncResource.bind(async (): Promise<void> => {
    while (waiting.length > 0) {
      const items = waiting.slice(0, maxBatchSize);
      waiting = waiting.slice(maxBatchSize);
      await finish(items);
    }
    running--;
  });
  return (item) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running >= maxConcurrency) return;
      running++;
      // Start at the end of this event-loop turn, so that items of the same turn join the batch.
      setImmediate(work);
    });
}
