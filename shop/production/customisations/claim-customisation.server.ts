import { fail, ok, type Result } from "#base/result.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";

/** Minutes for which a claim holds. */
const claimMinutes = 30;

/** Who works on a customisation. */
export interface Claim {
  readonly person_id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly until: string;
}

/**
 * Staff: claims a customisation for the actor; a repeated call extends the claim. A claim locks nothing: each step
 * checks what its actor saw (docs/why/office.md).
 * @param from the colleague whose claim is taken over while it holds, which the log has
 */
export function claimCustomisation(
  actor: Person,
  id: string,
  from: string | null,
): Promise<Result<null, "not_permitted" | "customisation_not_found" | "claimed_by_other">> {
  return asStaff<null, "customisation_not_found" | "claimed_by_other">(
    actor,
    "customisations.review",
    async (sql) => {
      // A statement of its own: what it waited for is not in its snapshot.
      await sql`select from customisations where id = ${id} for update`;
      const [found] = await sql<{ order_id: string; other: string | null }[]>`
        select c.order_id, (
          select h.person_id from customisation_claims h
          where h.customisation_id = c.id and h.person_id <> ${actor.id} and ${holds(sql)}
        ) as other
        from customisations c where c.id = ${id}`;
      if (!found) return fail("customisation_not_found");
      if (!(await claim(sql, actor, id, from))) return fail("claimed_by_other");
      if (found.other !== null) {
        await recordAct(sql, actor, "customisation.taken_over", {
          orderId: found.order_id,
          subjectId: id,
          details: { from: found.other },
        });
      }
      return ok(null);
    },
  );
}

/** @returns false where a colleague's claim holds */
export async function claim(
  sql: Sql,
  actor: Person,
  id: string,
  from: string | null = null,
): Promise<boolean> {
  const claimed = await sql`
    insert into customisation_claims as h (customisation_id, person_id) values (${id}, ${actor.id})
    on conflict (customisation_id) do update set person_id = excluded.person_id, at = clock_timestamp()
      where h.person_id = excluded.person_id or h.person_id = ${from}::uuid or not ${holds(sql)}
    returning customisation_id`;
  return claimed.length > 0;
}

/** Whether the claim `h` holds. */
function holds(sql: Sql): SqlFragment {
  return sql`(h.at > now() - make_interval(mins => ${claimMinutes}::int))`;
}

/** The claim on the customisation `c` as JSON while it holds. */
export function claimColumn(sql: Sql): SqlFragment {
  return sql`(
    select json_build_object('person_id', h.person_id, 'name', coalesce(nullif(p.full_name, ''), u.email, ''),
      'until', h.at + make_interval(mins => ${claimMinutes}::int))
    from customisation_claims h join auth.users u on u.id = h.person_id left join profiles p on p.id = h.person_id
    where h.customisation_id = c.id and ${holds(sql)})`;
}
