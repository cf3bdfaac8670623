import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { hashOfDocument } from "#shop/designs/document/hash-document.server.ts";
import { type PrintSpec, readPrintSpec } from "#shop/designs/document/print-spec.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { type DisplayList, displayHash } from "#shop/designs/draw/display-list.ts";
import type { Finding, FindingCode } from "#shop/designs/draw/finding.ts";
import { wordsOf } from "#shop/designs/draw/summarise.ts";
import { drawInThread } from "#shop/designs/in-thread.server.ts";
import { bodyOfLine } from "#shop/designs/mockups/body-colour.server.ts";
import type { PictureRights } from "#shop/designs/rights.ts";
import type { RowProblem } from "#shop/designs/roster/draw-roster.server.ts";
import { hashOfPieces } from "#shop/designs/roster/hash-pieces.server.ts";
import type { Roster, RosterRow } from "#shop/designs/roster/roster.ts";
import { cutProblemOf } from "#shop/designs/separations/design-separations.server.ts";
import { withPieceTexts, withTexts } from "#shop/production/customisations/design-texts.ts";
import type { LockedCustomisation } from "#shop/production/customisations/lock-customisation.server.ts";

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
  /** What the checks find; none of a roster, whose names alone are changed. */
  readonly findings: readonly Finding[];
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
    {
      document: unknown;
      display: DisplayList | null;
      spec: unknown;
      pieces: RosterRow[] | null;
      body: string | null;
    }[]
  >`
    select p.document, p.display, p.pieces, c.spec, ${bodyOfLine(sql)} as body
    from proofs p join customisations c on c.id = p.customisation_id join order_lines l on l.id = c.order_line_id
    where c.id = ${id} order by p.version desc limit 1`;
  const old = readDocument(row?.document);
  const read = readPrintSpec(row?.spec);
  if (!row || !old.ok || !read.ok) return fail("design_unreadable");
  const { body } = row;
  const shared = { spec: read.value, before: row.display, body };
  if ("document" in edit) {
    // The names of the pieces are not on the board.
    if (row.pieces) return fail("roster_not_on_board");
    const next = await drawInThread("readDocument", edit.document);
    if (!next.ok || next.value.spec !== old.value.spec) return fail("document_refused");
    return drawn(next.value, shared);
  }
  const document = withTexts(old.value, edit.texts);
  if (!row.pieces) return drawn(document, shared);
  const rows = withPieceTexts(row.pieces, edit.texts);
  const roster = await drawInThread(
    "drawRoster",
    { document, spec: read.value },
    { values: row.pieces[0]?.values ?? {}, rows },
    new Map(rows.map(({ variant_id }) => [variant_id, body])),
  );
  if (!roster.ok) return fail(`finding:${codeOf(roster.problem)}` as const);
  const [list] = roster.value.displays;
  return list
    ? ok({
        spec: read.value,
        before: row.display,
        document,
        list,
        roster: roster.value,
        findings: [],
      })
    : fail("design_unreadable");
}

async function drawn(
  document: DesignDocument,
  { spec, before, body }: Pick<Redrawn, "spec" | "before"> & { readonly body: string | null },
): Promise<Result<Redrawn, RedrawProblem>> {
  const { list, findings } = await drawInThread("checkDesign", {
    document,
    spec,
    ...(body === null ? {} : { body }),
  });
  const blocking = findings.find(({ severity }) => severity === "blocks");
  if (blocking) return fail(`finding:${blocking.code}` as const);
  if (!list) return fail("design_too_large");
  const cut = await cutProblemOf(list, spec);
  if (cut) return fail(`finding:${cut}` as const);
  return ok({ spec, before, document, list, roster: null, findings });
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

/** Whether any customisation has a version or a supplement with this id. */
export async function isVersionIdTaken(sql: Sql, id: string): Promise<boolean> {
  const known = await sql`
    select from proofs where id = ${id} union all select from private.design_supplements where id = ${id}`;
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

/** A version that is not stored as a proof yet: the columns of its row that are its own. JSON can hold it. */
export interface PreparedProof {
  readonly id: string;
  readonly source: "buyer" | "staff";
  readonly note: string;
  readonly rights_wording: string | null;
  readonly rights_at: string | null;
  readonly document: DesignDocument;
  readonly document_hash: string;
  readonly display: DisplayList;
  readonly display_hash: string;
  readonly words: readonly string[];
  readonly pieces: Roster["pieces"] | null;
  readonly piece_displays: Roster["displays"] | null;
}

/** Makes the row of the next version of a locked customisation. */
export async function prepareProof(
  sql: Sql,
  found: LockedCustomisation,
  { document, list, roster }: Redrawn,
  { id, source, note, mayRepeat, rights }: NewProof,
): Promise<Result<PreparedProof, "proof_unchanged">> {
  const display_hash = roster ? hashOfPieces(roster.pieces) : await displayHash(list);
  const [shown] = await sql<{ display_hash: string | null }[]>`
    select display_hash from proofs where id = ${found.proof_id}`;
  if (shown?.display_hash === display_hash && !mayRepeat) return fail("proof_unchanged");
  const own = (roster?.pieces ?? []).flatMap(({ text }) => text || []);
  return ok({
    id,
    source,
    note,
    document,
    display: list,
    display_hash,
    rights_wording: rights?.wording ?? null,
    rights_at: rights?.at.toISOString() ?? null,
    document_hash: hashOfDocument(document),
    words: [...(roster?.shared ?? wordsOf(list)), ...own],
    pieces: roster?.pieces ?? null,
    piece_displays: roster?.displays ?? null,
  });
}

/** Stores a prepared version as the next one of a locked customisation. */
export async function storeProof(
  sql: Sql,
  found: LockedCustomisation,
  { document, display, words, pieces, piece_displays, rights_at, ...row }: PreparedProof,
): Promise<void> {
  const json = (value: object | null) => (value === null ? null : sql.json(value));
  const [newest] = await sql<{ version: number }[]>`
    select coalesce(max(version), 0)::int as version from proofs where customisation_id = ${found.id}`;
  await sql`
    insert into proofs ${sql({
      ...row,
      customisation_id: found.id,
      customer_id: found.customer_id,
      version: (newest?.version ?? 0) + 1,
      rights_at: rights_at === null ? null : new Date(rights_at),
      words: [...words],
      document: json(document),
      display: json(display),
      pieces: json(pieces),
      piece_displays: json(piece_displays),
    })}`;
}

/** Prepares and stores the next version of a locked customisation. */
export async function insertProof(
  sql: Sql,
  found: LockedCustomisation,
  redrawn: Redrawn,
  version: NewProof,
): Promise<Result<null, "proof_unchanged">> {
  const prepared = await prepareProof(sql, found, redrawn, version);
  if (!prepared.ok) return prepared;
  await storeProof(sql, found, prepared.value);
  return ok(null);
}
