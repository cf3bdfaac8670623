import { asShop } from "#db/client.server.ts";
import { isStaff, type Person } from "#shop/kernel/access.ts";

/** How a person wants the back office. */
export interface StaffPreferences {
  /** Keys without a modifier do something. */
  readonly shortcuts: boolean;
  readonly rail_collapsed: boolean;
  /** Kinds of notifications that the bell does not show. */
  readonly muted: readonly string[];
  /** Kinds of notifications that are also mailed; null: the default of the person's role. */
  readonly mailed: readonly string[] | null;
  /** Kinds of notifications that are also pushed to the person's devices; null: the default. */
  readonly pushed: readonly string[] | null;
  /** One mail a day with the number of unread notifications. */
  readonly daily_digest: boolean;
}

/** Paid orders are muted by default, because the bell shows placed orders. */
export const mutedByDefault = ["order_paid"] as const;

const standard: StaffPreferences = {
  shortcuts: true,
  rail_collapsed: false,
  muted: mutedByDefault,
  mailed: null,
  pushed: null,
  daily_digest: false,
};

export async function readPreferences(actor: Person): Promise<StaffPreferences> {
  const [row] = await asShop()<StaffPreferences[]>`
    select shortcuts, rail_collapsed, muted, mailed, pushed, daily_digest from private.staff_preferences where person_id = ${actor.id}`;
  return row ?? standard;
}

/** Changes the actor's own preferences; what is left out stays. */
export async function savePreferences(
  actor: Person,
  change: Partial<StaffPreferences>,
): Promise<void> {
  if (!isStaff(actor)) return;
  const { shortcuts = null, rail_collapsed = null, daily_digest = null } = change;
  const muted = change.muted ? [...change.muted] : null;
  const mailed = change.mailed ? [...change.mailed] : null;
  const pushed = change.pushed ? [...change.pushed] : null;
  await asShop()`
    insert into private.staff_preferences as p (person_id, shortcuts, rail_collapsed, muted, mailed, pushed, daily_digest)
    values (${actor.id}, ${shortcuts ?? standard.shortcuts}, ${rail_collapsed ?? standard.rail_collapsed},
      ${muted ?? [...standard.muted]}::text[], ${mailed}::text[], ${pushed}::text[],
      ${daily_digest ?? standard.daily_digest})
    on conflict (person_id) do update set
      shortcuts = coalesce(${shortcuts}::boolean, p.shortcuts),
      rail_collapsed = coalesce(${rail_collapsed}::boolean, p.rail_collapsed),
      muted = coalesce(${muted}::text[], p.muted),
      mailed = coalesce(${mailed}::text[], p.mailed),
      pushed = coalesce(${pushed}::text[], p.pushed),
      daily_digest = coalesce(${daily_digest}::boolean, p.daily_digest)`;
}
