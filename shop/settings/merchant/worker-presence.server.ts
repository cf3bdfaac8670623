import { asShop } from "#db/client.server.ts";

/** @returns minutes that due jobs have waited while no worker reported; undefined otherwise */
export async function minutesWithoutWorker(): Promise<number | undefined> {
  const [row] = await asShop()<{ minutes: number | null }[]>`
    select private.minutes_without_worker() as minutes`;
  return row?.minutes ?? undefined;
}
