import { asShop, type Sql } from "#db/client.server.ts";
import type { Arm } from "./arm.ts";
import { type ArmSums, pickWinner } from "./pick-winner.ts";

/** Both subjects beside each other: at this moment, or once the winner is chosen as they were then. */
export interface Trial {
  readonly sums: Readonly<Record<Arm, ArmSums>>;
  /** What the figures say. */
  readonly verdict: ReturnType<typeof pickWinner>;
}

/** @returns undefined for a campaign with one subject, and before its recipients are frozen */
export async function readTrial(number: number): Promise<Trial | undefined> {
  const sums = await readArms(asShop(), number);
  return sums && { sums, verdict: pickWinner(sums) };
}

/**
 * The arms of a campaign. Mails to the rest say what the winner says, so its sums are those of the choice. An order of
 * somebody who was erased has no address any more, and counts as one buyer.
 */
export async function readArms(sql: Sql, number: number): Promise<Trial["sums"] | undefined> {
  const rows = await sql<(ArmSums & { arm: Arm })[]>`
    select g.arm, g.people, coalesce(g.orders, o.orders) as orders, coalesce(g.buyers, o.buyers) as buyers,
      coalesce(g.clickers, k.clickers) as clickers
    from private.mail_arms g
    cross join lateral (
      select count(*)::int as orders, count(distinct coalesce(nullif(lower(o.email), ''), o.id::text))::int as buyers
      from private.order_marks m join private.mail_versions v on v.id = m.version_id join orders o on o.id = m.order_id
      where m.campaign = g.campaign and v.arm = g.arm and o.status in ('placed', 'completed')) o
    cross join lateral (
      select coalesce(sum(c.people), 0)::int as clickers
      from private.mail_clicks c join private.mail_versions v on v.id = c.version_id
      where c.campaign = g.campaign and v.arm = g.arm) k
    where g.campaign = ${number}`;
  const of = (arm: Arm) => {
    const row = rows.find((one) => one.arm === arm);
    if (!row) return undefined;
    const { people, orders, buyers, clickers } = row;
    return { people, orders, buyers, clickers };
  };
  const [a, b] = [of("a"), of("b")];
  return a && b ? { a, b } : undefined;
}
