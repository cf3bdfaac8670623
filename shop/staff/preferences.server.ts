import { asShop } from "#db/client.server.ts";
import { isStaff, type Person } from "#shop/access.ts";

/** How a person wants the back office. */
export interface StaffPreferences {
  /** Keys without a modifier do something. */
  readonly shortcuts: boolean;
  readonly rail_collapsed: boolean;
}

const standard: StaffPreferences = { shortcuts: true, rail_collapsed: false };

export async function readPreferences(actor: Person): Promise<StaffPreferences> {
  const [row] = await asShop()<StaffPreferences[]>`
    select shortcuts, rail_collapsed from private.staff_preferences where person_id = ${actor.id}`;
  return row ?? standard;
}

/** Changes the actor's own preferences; what is left out stays. */
export async function savePreferences(
  actor: Person,
  change: Partial<StaffPreferences>,
): Promise<void> {
  if (!isStaff(actor)) return;
  const { shortcuts = null, rail_collapsed = null } = change;
  await asShop()`
    insert into private.staff_preferences as p (person_id, shortcuts, rail_collapsed)
    values (${actor.id}, ${shortcuts ?? standard.shortcuts}, ${rail_collapsed ?? standard.rail_collapsed})
    on conflict (person_id) do update set
      shortcuts = coalesce(${shortcuts}::boolean, p.shortcuts),
      rail_collapsed = coalesce(${rail_collapsed}::boolean, p.rail_collapsed)`;
}
