import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, violatedConstraint } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { textLine } from "#shop/kernel/text-line.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { checkFilter, type FilterProblem } from "#shop/staff/filters/field.ts";
import { type Filter, parseFilter, printFilter } from "#shop/staff/filters/filter.ts";
import { segmentFields } from "./segment-fields.ts";

export interface Segment {
  readonly id: string;
  readonly name: string;
  /** As text; see shop/staff/filters/filter.ts. */
  readonly filter: string;
  readonly version: number;
  /** Campaigns that are not sent yet. */
  readonly drafts: number;
}

export const segmentSchema = v.object({
  id: v.pipe(v.string(), v.uuid("invalid_input")),
  /** 0: new. */
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  name: textLine(80),
  filter: v.string(),
});
export type SegmentInput = v.InferOutput<typeof segmentSchema>;

export type SegmentProblem =
  | "not_permitted"
  | "not_found"
  | "changed_meanwhile"
  | "segment_name_taken"
  | "segment_empty"
  | "segment_in_use"
  | "too_many_segments"
  | FilterProblem["code"];

/** Reads a filter of recipients. */
export function readSegmentFilter(text: string): Result<Filter | null, FilterProblem> {
  const parsed = parseFilter(text);
  if (!parsed.ok) return parsed;
  return parsed.value === null ? ok(null) : checkFilter(segmentFields, parsed.value);
}

/** Staff: all segments by name. */
export async function listSegments(actor: Person): Promise<readonly Segment[]> {
  if (!may(actor, "mail.read")) return [];
  return asShop()<Segment[]>`
    select g.id, g.name, g.filter, g.version, (
        select count(*)::int from private.mail_campaigns c where c.segment_id = g.id and c.status in ('draft', 'scheduled')
      ) as drafts
    from private.mail_segments g order by lower(g.name), g.id`;
}

/** Staff: one segment. */
export async function findSegment(actor: Person, id: string): Promise<Segment | undefined> {
  if (!isUuid(id)) return undefined;
  return (await listSegments(actor)).find((segment) => segment.id === id);
}

/** Staff: stores a segment. The same new id again changes nothing. @returns the version after the save */
export async function saveSegment(
  actor: Person,
  { id, version, name, filter: text }: SegmentInput,
): Promise<Result<{ version: number }, SegmentProblem>> {
  const read = readSegmentFilter(text);
  if (!read.ok) return fail(read.problem.code);
  if (read.value === null) return fail("segment_empty");
  const filter = printFilter(read.value);
  try {
    return await asStaff<{ version: number }, SegmentProblem>(actor, "mail.send", async (sql) => {
      if (version === 0) {
        const [known] = await sql`select from private.mail_segments where id = ${id}`;
        if (known) return ok({ version: 1 });
        await sql`
          insert into private.mail_segments (id, name, filter) values (${id}, ${name}, ${filter})
          on conflict (id) do nothing`;
        return ok({ version: 1 });
      }
      const [known] = await sql<{ version: number }[]>`
        select version from private.mail_segments where id = ${id} for update`;
      if (!known) return fail("not_found");
      if (known.version !== version) return fail("changed_meanwhile");
      const [saved] = await sql<{ version: number }[]>`
        update private.mail_segments set name = ${name}, filter = ${filter}
        where id = ${id} and (name, filter) is distinct from (${name}, ${filter}) returning version`;
      return ok({ version: saved?.version ?? version });
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "mail_segment_name_taken") return fail("segment_name_taken");
    if (constraint === "mail_segments_full") return fail("too_many_segments");
    throw error;
  }
}

/** Staff: deletes a segment that no campaign names. */
export async function deleteSegment(
  actor: Person,
  id: string,
): Promise<Result<null, SegmentProblem>> {
  try {
    return await asStaff<null, SegmentProblem>(actor, "mail.send", async (sql) => {
      const gone = await sql`delete from private.mail_segments where id = ${id} returning id`;
      return gone.length > 0 ? ok(null) : fail("not_found");
    });
  } catch (error) {
    if (violatedConstraint(error) === "mail_campaign_segment_unknown")
      return fail("segment_in_use");
    throw error;
  }
}
