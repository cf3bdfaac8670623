import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import { type DisplayList, displayHash, displayText } from "#shop/designs/display-list.ts";
import type { DesignDocument } from "#shop/designs/document.ts";
import { drawDocument } from "#shop/designs/draw-document.ts";
import type { FindingCode } from "#shop/designs/finding.ts";
import { hashOfDocument } from "#shop/designs/hash-document.server.ts";
import { maxDisplayLength } from "#shop/designs/keep-design.server.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { preflight } from "#shop/designs/preflight.ts";
import { type PrintSpec, readPrintSpec } from "#shop/designs/print-spec.ts";
import { readDocument } from "#shop/designs/read-document.ts";
import { type PictureRights, rightsColumns } from "#shop/designs/rights.ts";
import { drawRoster, type RowProblem } from "#shop/designs/roster/draw-roster.server.ts";
import { hashOfPieces } from "#shop/designs/roster/hash-pieces.server.ts";
import type { Roster, RosterRow } from "#shop/designs/roster/roster.ts";
import { cutProblemOf } from "#shop/designs/separations/design-separations.server.ts";
import { wordsOf } from "#shop/designs/summarise.ts";
import { withPieceTexts, withTexts } from "./design-texts.ts";
import type { LockedCustomisation } from "./lock-customisation.server.ts";

/** What a newer proof changes: words by text layer (of a roster also by piece), or the whole document. */
export type ProofEdit =
  | { readonly texts: Readonly<Record<string, string>> }
  /** `readDocument` checks it. */
  | { readonly document: unknown };

export interface Redrawn {
  readonly spec: PrintSpec;
  readonly document: DesignDocument;
  /** Of a roster the first piece's. */
  readonly list: DisplayList;
  readonly roster: Roster | null;
  /** What the newest proof draws; null for documents of before there were print specifications. */
  readonly before: DisplayList | null;
}

export type RedrawProblem =
  | "design_unreadable"
  | "document_refused"
  | "roster_not_on_board"
  | "design_too_large"
  | `finding:${FindingCode}`;

/** Draws the newest proof of a locked customisation anew, with the specification that the line was ordered by. */
export async function redrawProof(
  sql: Sql,
  id: string,
  edit: ProofEdit,
): Promise<Result<Redrawn, RedrawProblem>> {
  const [row] = await sql<
    { document: unknown; display: DisplayList | null; spec: unknown; pieces: RosterRow[] | null }[]
  >`
    select p.document, p.display, p.pieces, c.spec from proofs p join customisations c on c.id = p.customisation_id
    where c.id = ${id} order by p.version desc limit 1`;
  const old = readDocument(row?.document);
  const read = readPrintSpec(row?.spec);
  if (!row || !old.ok || !read.ok) return fail("design_unreadable");
  const shared = { spec: read.value, before: row.display };
  if ("document" in edit) {
    // The names of the pieces are not on the board.
    if (row.pieces) return fail("roster_not_on_board");
    const next = readDocument(edit.document);
    if (!next.ok || next.value.spec !== old.value.spec) return fail("document_refused");
    return drawn(next.value, shared);
  }
  const document = withTexts(old.value, edit.texts);
  if (!row.pieces) return drawn(document, shared);
  const rows = withPieceTexts(row.pieces, edit.texts);
  const roster = await drawRoster(
    { document, spec: read.value },
    { values: row.pieces[0]?.values ?? {}, rows },
  );
  if (!roster.ok) return fail(`finding:${codeOf(roster.problem)}` as const);
  const [list] = roster.value.displays;
  return list ? ok({ ...shared, document, list, roster: roster.value }) : fail("design_unreadable");
}

async function drawn(
  document: DesignDocument,
  { spec, before }: Pick<Redrawn, "spec" | "before">,
): Promise<Result<Redrawn, RedrawProblem>> {
  const drawing = drawDocument({ document, spec, fonts: await loadFonts() });
  const blocking = preflight({ document, spec, drawing }).find(
    ({ severity }) => severity === "blocks",
  );
  if (blocking) return fail(`finding:${blocking.code}` as const);
  const { list } = drawing;
  if (displayText(list).length > maxDisplayLength) return fail("design_too_large");
  const cut = await cutProblemOf(list, spec);
  if (cut) return fail(`finding:${cut}` as const);
  return ok({ spec, before, document, list, roster: null });
}

/** The rows keep their variants, so each problem is one of a drawing. */
function codeOf([first]: readonly RowProblem[]): FindingCode {
  if (!first || first.code === "variant_not_found" || first.code === "picture_not_found")
    return "field_invalid";
  return first.code;
}

/** Whether a proof of this id was stored by an earlier, repeated call. */
export async function hasProof(sql: Sql, customisationId: string, id: string): Promise<boolean> {
  const known = await sql`
    select from proofs where id = ${id} and customisation_id = ${customisationId}`;
  return known.length > 0;
}

export interface NewProof {
  readonly id: string;
  readonly source: "buyer" | "staff";
  readonly note: string;
  /** The same picture may be shown again. */
  readonly mayRepeat: boolean;
  /** What the buyer ticked about its pictures. */
  readonly rights?: PictureRights | undefined;
}

/** Stores the next version of a locked customisation. */
export async function insertProof(
  sql: Sql,
  found: LockedCustomisation,
  { document, list, roster }: Redrawn,
  { id, source, note, mayRepeat, rights }: NewProof,
): Promise<Result<null, "proof_unchanged">> {
  const display_hash = roster ? hashOfPieces(roster.pieces) : await displayHash(list);
  const own = (roster?.pieces ?? []).flatMap(({ text }) => text || []);
  const [shown] = await sql<{ version: number; display_hash: string | null }[]>`
    select version, display_hash from proofs where customisation_id = ${found.id} order by version desc limit 1`;
  if (shown?.display_hash === display_hash && !mayRepeat) return fail("proof_unchanged");
  await sql`
    insert into proofs ${sql({
      ...{ id, customisation_id: found.id, customer_id: found.customer_id, source, note },
      ...rightsColumns(rights),
      version: (shown?.version ?? 0) + 1,
      document: sql.json(document as never),
      document_hash: hashOfDocument(document),
      display: sql.json(list as never),
      display_hash,
      words: [...(roster?.shared ?? wordsOf(list)), ...own],
      pieces: roster ? sql.json(roster.pieces as never) : null,
      piece_displays: roster ? sql.json(roster.displays as never) : null,
    })}`;
  return ok(null);
}
