import { fail, ok, type Result } from "#base/result.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import type { PrintSpec } from "#shop/designs/document/print-spec.ts";
import { type DisplayList, displayHash } from "#shop/designs/draw/display-list.ts";
import { summarise, summariseRoster, wordsOf } from "#shop/designs/draw/summarise.ts";
import { fillTemplate, printedValue, type ValueProblem } from "#shop/designs/fill-template.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import type { Roster, RosterInput, RosterPiece } from "./roster.ts";

/** Why a row cannot be printed. */
export interface RowProblem extends Omit<ValueProblem, "code"> {
  /** Index of the row; null for what all pieces bear. */
  readonly row: number | null;
  readonly code: ValueProblem["code"] | "variant_not_found";
}

/**
 * Draws each piece of a roster.
 * @param bodies colours of the goods as #rrggbb, by the variant's id
 * @returns the pieces, or all problems that prevent printing
 */
export async function drawRoster(
  { document, spec }: { readonly document: DesignDocument; readonly spec: PrintSpec },
  { values, rows }: Pick<RosterInput, "values" | "rows">,
  bodies: ReadonlyMap<string, string | null> = new Map(),
): Promise<Result<Roster, RowProblem[]>> {
  const fonts = await loadFonts();
  const own = document.fields.filter(({ each }) => each);
  const draw = (row: Readonly<Record<string, string>>, variantId = "") =>
    fillTemplate(
      { document, spec, body: bodies.get(variantId) },
      { ...values, ...Object.fromEntries(own.map(({ id }) => [id, row[id] ?? ""])) },
      fonts,
    );
  const problems: RowProblem[] = [];
  const displays: DisplayList[] = [];
  const pieces: RosterPiece[] = [];
  for (const [row, { variant_id, values: typed }] of rows.entries()) {
    const filled = draw(typed, variant_id);
    problems.push(...filled.problems.map((problem) => placed(problem, row, own)));
    const { list } = filled.drawing;
    const kept = own.map(({ id }) => [id, printedValue(typed, id)] as const);
    displays.push(list);
    pieces.push({
      variant_id,
      values: { ...values, ...Object.fromEntries(kept) },
      text: kept.flatMap(([, value]) => value || []).join(" "),
      hash: await displayHash(list),
    });
  }
  if (problems.length > 0) return fail(onceEach(problems));
  return ok({
    pieces,
    displays,
    shared: wordsOf(draw({}).drawing.list),
    summary: summariseRoster(displays.map(summarise)),
  });
}

function placed(
  problem: ValueProblem,
  row: number,
  own: readonly { readonly id: string }[],
): RowProblem {
  const isOwn = own.some(({ id }) => id === problem.field);
  return { ...problem, row: isOwn || problem.field === null ? row : null };
}

/** What all pieces bear is found with each of them. */
function onceEach(problems: readonly RowProblem[]): RowProblem[] {
  return problems.filter(
    (problem, index) =>
      problem.row !== null ||
      problems.findIndex(({ row, field }) => row === null && field === problem.field) === index,
  );
}
