import { asShop } from "#db/client.server.ts";

export interface FiguresState {
  /** ISO 8601. Set while changes wait for more than two minutes: the figures are of before that time. */
  readonly behind_since: string | null;
  /** `YYYY-MM-DD`: days that differed from the ledgers at the last proof. */
  readonly differing_days: readonly string[];
}

/** How current and how sure the figures of sales are. */
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
