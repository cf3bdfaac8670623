import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import { type DisplayList, displayHash } from "#shop/designs/display-list.ts";
import type { DesignDocument } from "#shop/designs/document.ts";
import { drawDocument } from "#shop/designs/draw-document.ts";
import type { FindingCode } from "#shop/designs/finding.ts";
import { hashOfDocument } from "#shop/designs/hash-document.server.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { preflight } from "#shop/designs/preflight.ts";
import { readPrintSpec } from "#shop/designs/print-spec.ts";
import { readDocument } from "#shop/designs/read-document.ts";
import { drawRoster, type RowProblem } from "#shop/designs/roster/draw-roster.server.ts";
import { hashOfPieces } from "#shop/designs/roster/hash-pieces.server.ts";
import type { Roster, RosterRow } from "#shop/designs/roster/roster.ts";
import { cutProblemOf } from "#shop/designs/separations/design-separations.server.ts";
import { wordsOf } from "#shop/designs/summarise.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";
import { queueDesignMail } from "./design-mail.server.ts";
import { withPieceTexts, withTexts } from "./design-texts.ts";
import { lockCustomisation } from "./lock-customisation.server.ts";
import { type ReviewProblem, seenSchema } from "./review-design.server.ts";

export const sendProofSchema = v.strictObject({
  ...seenSchema,
  /** Idempotency key, chosen by the form: the id of the proof. */
  id: v.pipe(v.string(), v.uuid()),
  /** What changed, for the buyer. */
  note: v.pipe(v.string(), v.trim(), v.minLength(1, "note_missing"), v.maxLength(1000)),
  /** The words by text layer, and of a roster by piece (`rosterTextsOf`); others stay. */
  texts: v.record(v.pipe(v.string(), v.maxLength(60)), v.pipe(v.string(), v.maxLength(500))),
});
export type SendProofInput = v.InferOutput<typeof sendProofSchema>;

export type SendProofProblem =
  | ReviewProblem
  | "proof_unchanged"
  | "design_unreadable"
  | `finding:${FindingCode}`;

/**
 * Staff: sends the buyer a proof with corrected words, drawn with the specification that the line was ordered by. The
 * buyer decides about it; an earlier proof that waits becomes outdated. A repeated id sends nothing.
 */
export function sendProof(
  actor: Person,
  input: SendProofInput,
): Promise<Result<null, SendProofProblem>> {
  return asStaff<null, SendProofProblem>(actor, "customisations.review", async (sql) => {
    const found = await lockCustomisation(sql, input.customisation_id);
    if (!found) return fail("customisation_not_found");
    const [known] = await sql`
      select from proofs where id = ${input.id} and customisation_id = ${found.id}`;
    if (known) return ok(null);
    if (!found.is_placed) return fail("order_not_placed");
    if (!found.may_begin) return fail("order_not_paid");
    if (found.status !== input.status || found.proof_id !== input.proof_id)
      return fail("changed_meanwhile");
    if (!["submitted", "in_review", "changes_requested", "proof_sent"].includes(found.status))
      return fail("step_not_possible");
    const drawn = await redraw(sql, found.id, input.texts);
    if (!drawn.ok) return drawn;
    const { document, list, roster } = drawn.value;
    const display_hash = roster ? hashOfPieces(roster.pieces) : await displayHash(list);
    const own = (roster?.pieces ?? []).flatMap(({ text }) => text || []);
    const [shown] = await sql<{ version: number; display_hash: string | null }[]>`
      select version, display_hash from proofs where customisation_id = ${found.id} order by version desc limit 1`;
    if (shown?.display_hash === display_hash) return fail("proof_unchanged");
    await sql`
      insert into proofs ${sql({
        id: input.id,
        customisation_id: found.id,
        customer_id: found.customer_id,
        version: (shown?.version ?? 0) + 1,
        document: sql.json(document as never),
        document_hash: hashOfDocument(document),
        display: sql.json(list as never),
        display_hash,
        words: [...(roster?.shared ?? wordsOf(list)), ...own],
        pieces: roster ? sql.json(roster.pieces as never) : null,
        piece_displays: roster ? sql.json(roster.displays as never) : null,
        source: "staff",
        note: input.note,
      })}`;
    await sql`update customisations set status = 'proof_sent' where id = ${found.id}`;
    await recordAct(sql, actor, "customisation.proof_sent", {
      orderId: found.order_id,
      subjectId: found.id,
      details: { proof: input.id },
    });
    await queueDesignMail(sql, found.id, "proof_sent", input.id);
    return ok(null);
  });
}

interface Redrawn {
  readonly document: DesignDocument;
  /** Of a roster the first piece's. */
  readonly list: DisplayList;
  readonly roster: Roster | null;
}

async function redraw(
  sql: Sql,
  id: string,
  texts: Readonly<Record<string, string>>,
): Promise<Result<Redrawn, SendProofProblem>> {
  const [row] = await sql<{ document: unknown; spec: unknown; pieces: RosterRow[] | null }[]>`
    select p.document, p.pieces, c.spec from proofs p join customisations c on c.id = p.customisation_id
    where c.id = ${id} order by p.version desc limit 1`;
  const before = readDocument(row?.document);
  const spec = readPrintSpec(row?.spec);
  if (!before.ok || !spec.ok) return fail("design_unreadable");
  const document = withTexts(before.value, texts);
  if (row?.pieces) {
    const rows = withPieceTexts(row.pieces, texts);
    const drawn = await drawRoster(
      { document, spec: spec.value },
      { values: row.pieces[0]?.values ?? {}, rows },
    );
    if (!drawn.ok) return fail(`finding:${codeOf(drawn.problem)}` as const);
    const [list] = drawn.value.displays;
    return list ? ok({ document, list, roster: drawn.value }) : fail("design_unreadable");
  }
  const drawing = drawDocument({ document, spec: spec.value, fonts: await loadFonts() });
  const blocking = preflight({ document, spec: spec.value, drawing }).find(
    ({ severity }) => severity === "blocks",
  );
  const code = blocking?.code ?? (await cutProblemOf(drawing.list, spec.value));
  return code
    ? fail(`finding:${code}` as const)
    : ok({ document, list: drawing.list, roster: null });
}

/** The rows keep their variants, so each problem is one of a drawing. */
function codeOf([first]: readonly RowProblem[]): FindingCode {
  return first && first.code !== "variant_not_found" ? first.code : "field_invalid";
}
