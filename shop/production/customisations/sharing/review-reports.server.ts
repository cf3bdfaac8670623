import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { type ShownSide, shownSidesOf } from "#shop/designs/draw/shown-sides.ts";
import { sidesColumn } from "#shop/designs/draw/shown-sides-column.server.ts";
import { bodyColumn } from "#shop/designs/mockups/body-colour.server.ts";
import type { MockupWidth } from "#shop/designs/mockups/draw-mockup.server.ts";
import {
  type DesignImage,
  type DrawnDesign,
  sideImageOf,
} from "#shop/designs/mockups/find-mockup.server.ts";
import { mockupsColumn } from "#shop/designs/mockups/mockups-column.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";
import type { ReportReason } from "./report-reason.ts";

/** Designs that one page shows, the longest waiting first. */
const perPage = 20;

export interface ReportedDesign {
  readonly id: string;
  readonly name: string;
  readonly sides: readonly ShownSide[];
  /** People see it: staff have let it be shown before. */
  readonly is_shown: boolean;
  /** The owner has ended the link meanwhile. */
  readonly is_revoked: boolean;
  readonly reports: readonly {
    readonly id: string;
    readonly reason: ReportReason;
    readonly note: string;
    /** ISO 8601. */
    readonly created_at: string;
  }[];
}

/** Staff: designs with reports that nobody has decided. */
export async function listReported(
  actor: Person,
  language: Language,
): Promise<readonly ReportedDesign[]> {
  if (!may(actor, "customisations.review")) return [];
  const sql = asShop();
  const rows = await sql<
    (Omit<ReportedDesign, "sides"> & {
      readonly display: DisplayList;
      readonly names: readonly ShownSide[] | null;
    })[]
  >`
    select s.id, s.name, s.display, ${sidesColumn(sql, sql`ps.spec`, language)} as names, s.state = 'kept' as is_shown, s.revoked_at is not null as is_revoked, r.reports
    from (
      select shared_design_id, min(created_at) as since, json_agg(json_build_object(
          'id', id, 'reason', reason, 'note', note, 'created_at', created_at) order by created_at) as reports
      from design_reports where decision is null group by shared_design_id
    ) r join shared_designs s on s.id = r.shared_design_id
      left join print_specs ps on ps.id::text = s.document ->> 'spec'
    order by r.since, s.id limit ${perPage}`;
  return rows.map(({ display, names, ...row }) => ({
    ...row,
    sides: shownSidesOf(display, names ?? []),
  }));
}

/** Staff: mock-up of one side of a design with undecided reports. */
export async function findReportedImage(
  actor: Person,
  id: string,
  side: string,
  width: MockupWidth,
): Promise<DesignImage | undefined> {
  if (!may(actor, "customisations.review")) return undefined;
  const sql = asShop();
  const [row] = await sql<DrawnDesign[]>`
    select s.display, ${mockupsColumn(sql, sql`ps.spec -> 'mockups'`)} as mockups, ${bodyColumn(sql)} as body
    from shared_designs s join products p on p.id = s.product_id
      left join print_specs ps on ps.id::text = s.document ->> 'spec'
      left join product_variants v on v.id = s.variant_id and v.product_id = p.id
    where s.id = ${id}
      and exists (select from design_reports r where r.shared_design_id = s.id and r.decision is null)`;
  return row && sideImageOf(row, side, width);
}

/** Designs that wait for a decision. */
export async function countReported(actor: Person): Promise<number> {
  if (!may(actor, "customisations.review")) return 0;
  const [row] = await asShop()<{ count: number }[]>`
    select count(distinct shared_design_id)::int as count from design_reports where decision is null`;
  return row?.count ?? 0;
}

/**
 * Staff: lets a reported design be shown, or takes it down for good. Decides all its reports that the page showed.
 * @param seen ids of these reports
 * @returns `changed_meanwhile` where a colleague has decided, or somebody reported it again
 */
export function decideReports(
  actor: Person,
  sharedDesignId: string,
  decision: "kept" | "removed",
  seen: readonly string[],
): Promise<Result<null, "not_permitted" | "report_not_found" | "changed_meanwhile">> {
  return asStaff<null, "report_not_found" | "changed_meanwhile">(
    actor,
    "customisations.review",
    async (sql) => {
      const [shared] = await sql<{ state: string }[]>`
        select state from shared_designs where id = ${sharedDesignId} for update`;
      if (!shared) return fail("report_not_found");
      const open = await sql<{ id: string }[]>`
        select id from design_reports where shared_design_id = ${sharedDesignId} and decision is null`;
      const isSeen = open.length === seen.length && open.every(({ id }) => seen.includes(id));
      if (open.length === 0 || !isSeen) return fail("changed_meanwhile");
      await sql`
        update design_reports set decision = ${decision}, decided_at = now(), decided_by = ${actor.id}
        where shared_design_id = ${sharedDesignId} and decision is null`;
      await sql`update shared_designs set state = ${decision} where id = ${sharedDesignId}`;
      await recordAct(sql, actor, `shared_design.${decision}`, { subjectId: sharedDesignId });
      return ok(null);
    },
  );
}
