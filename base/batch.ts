import { AsyncResource } from "node:async_hooks";

export interface BatchLimits {
  /** Items of one lot. */
  readonly maxBatchSize: number;
  /** Lots that are under way at the same time; one, unless the next gains from being worked on meanwhile. */
  readonly maxConcurrency: number;
}

/**
 * One statement or one commit for many (decisions 0012, 0037, 0039).
 * Does things together that are wanted at the same time: what comes while a lot is under way waits and goes with the next
 * one. Nobody waits for company, so alone each is as quick as ever. A lot that fails is done again one by one, so that
 * what is wrong is told to the one whom it concerns; `run` must have undone what it did.
 * @param run answers in the order of its items
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
  // Work for many belongs to none of them.
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
      // At the end of this turn, so that what the same turn brings goes along.
      setImmediate(work);
    });
}
