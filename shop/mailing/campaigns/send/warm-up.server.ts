import { asShop, type Sql } from "#db/client.server.ts";
import type { WarmUp } from "#shop/mailing/campaigns/warm-up.ts";

/** @returns undefined for a domain that is not warmed up any more, and while warming up is switched off */
export async function readWarmUp(domain: string, sql: Sql = asShop()): Promise<WarmUp | undefined> {
  const [row] = await sql<WarmUp[]>`select * from private.warmup_today(${domain})`;
  return row;
}
