import { asShop } from "#db/client.server.ts";

export interface FiguresState {
  /** ISO 8601. The time of the next queued change if it is older than two minutes: later changes may be missing. */
  readonly behind_since: string | null;
  /** `YYYY-MM-DD`: days that differed from the ledgers at the last proof. */
  readonly differing_days: readonly string[];
}

/** Reads whether the sales figures are late or differ from the ledgers. */
export async function readFiguresState(): Promise<FiguresState> {
  const [state] = await asShop()<{ behind_since: Date | null; differing_days: string[] }[]>`
    select (select c.at from private.sales_changes c where c.at < now() - interval '2 minutes' order by c.repair, c.id limit 1)
        as behind_since,
      array(select d.day::text from private.sales_differences d order by d.day limit 10) as differing_days`;
  return {
    behind_since: state?.behind_since?.toISOString() ?? null,
    differing_days: state?.differing_days ?? [],
  };
}
