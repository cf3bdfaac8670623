import { asShop } from "#db/client.server.ts";

/** The job. It runs after a change of a rule, and every ten minutes. */
export const fillCollectionsTask = "fill-collections";

/** Products that one transaction looks at. */
const productsPerChunk = 1000;
/** Chunks that the person who saves a rule waits for: a shop of this size shows its products at once. */
const chunksOfSave = 2;

/** Makes collections follow new rules, and drops what became too old for a rule or has no collection any more. */
export async function fillCollections(perChunk = productsPerChunk): Promise<void> {
  while (await fillChunk(perChunk));
  const sql = asShop();
  let dropped: number;
  do {
    const [row] = await sql<{ n: number }[]>`select private.drop_old_places(${perChunk}) as n`;
    dropped = row?.n ?? 0;
  } while (dropped === perChunk);
}

/** Fills what is quickly filled after a rule was saved; the queue does the rest. */
export async function beginFilling(): Promise<void> {
  for (let chunk = 0; chunk < chunksOfSave; chunk++) {
    if (!(await fillChunk(productsPerChunk))) return;
  }
}

/** @returns whether there was something to do */
async function fillChunk(perChunk: number): Promise<boolean> {
  const [row] = await asShop()<{ found: boolean }[]>`
    select private.fill_collection_shelf(${perChunk}) as found`;
  return row?.found ?? false;
}
