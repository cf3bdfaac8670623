import { createHash } from "node:crypto";
import * as v from "valibot";
import { isUuid } from "#base/uuid.ts";
import type { RowProblem } from "#shop/designs/roster/draw-roster.server.ts";
import type { RosterStart, TypedRoster } from "#shop/designs/roster/find-roster-start.server.ts";
import {
  type KeptRoster,
  keepRoster,
  type RosterProblem,
} from "#shop/designs/roster/keep-roster.server.ts";
import { type ParsedRows, parseRows } from "#shop/designs/roster/parse-rows.ts";
import {
  maxRows,
  type RosterInput,
  type RosterRow,
  type RosterWarning,
  rosterSchema,
} from "#shop/designs/roster/roster.ts";
import { colourOf, inColour } from "#shop/designs/roster/roster-colour.ts";
import type { Actor } from "#shop/kernel/access.ts";

/** Empty rows that one press adds. */
export const addedRows = 5;

export interface RosterAnswer {
  /** What was typed, with what the press did to it. */
  readonly typed: TypedRoster;
  readonly problem?:
    | Exclude<RosterProblem, { code: "roster_unconfirmed" }>
    | { readonly code: "no_rows" | "invalid_input" };
  /** The buyer has not confirmed these yet. */
  readonly warnings?: readonly RosterWarning[];
  /** Pasted rows beyond the most that a roster has. */
  readonly dropped?: number;
  /** Pasted cells without a place, by the index of the row. */
  readonly left?: ParsedRows["left"];
  /** Indexes of the pasted rows that named no variant. */
  readonly assumed?: ParsedRows["assumed"];
  /** Each row has its own colour. */
  readonly isMixed?: boolean;
  readonly kept?: KeptRoster;
}

/** Handles the presses of the page of a roster, with and without scripts. `intent`: add, remove:<row>, paste, keep. */
export async function answerRoster(
  actor: Actor,
  start: RosterStart,
  form: FormData,
  network: string,
): Promise<RosterAnswer> {
  const isMixed = form.get("colour") === "";
  return { ...(await answerOf(actor, start, form, network)), isMixed };
}

async function answerOf(
  actor: Actor,
  start: RosterStart,
  form: FormData,
  network: string,
): Promise<RosterAnswer> {
  const typed = inChosenColour(start, readTyped(start, form), text(form, "colour"));
  const intent = text(form, "intent");
  const template = start.templates.find(({ id }) => id === typed.template) ?? start.templates[0];
  const own = (template?.fields ?? []).filter(({ each }) => each);
  const usual = typed.rows.at(-1)?.variant_id ?? start.variants[0]?.id ?? "";
  if (intent === "add") {
    const empty = Array.from({ length: addedRows }, () => ({ variant_id: usual, values: {} }));
    return { typed: { ...typed, rows: [...typed.rows, ...empty].slice(0, maxRows) } };
  }
  if (intent.startsWith("remove:")) {
    const row = Number(intent.slice("remove:".length));
    return { typed: { ...typed, rows: typed.rows.filter((_, index) => index !== row) } };
  }
  if (intent === "paste") {
    const rows = typed.rows.filter(isFilled);
    const parsed = parseRows(
      text(form, "paste"),
      start.variants,
      own,
      usual,
      maxRows - rows.length,
    );
    return {
      typed: { ...typed, rows: [...rows, ...parsed.rows] },
      dropped: parsed.dropped,
      assumed: parsed.assumed.map((row) => row + rows.length),
      left: parsed.left.map((cell) => ({ ...cell, row: cell.row + rows.length })),
    };
  }
  const key = text(form, "key");
  if (intent !== "keep" || !isUuid(key)) return { typed, problem: { code: "invalid_input" } };
  const filled = { ...typed, rows: typed.rows.filter(isFilled) };
  if (filled.rows.length === 0) return { typed, problem: { code: "no_rows" } };
  const unknown = filled.rows.flatMap(({ variant_id }, row): RowProblem[] =>
    isUuid(variant_id) ? [] : [{ row, field: null, code: "variant_not_found" }],
  );
  if (unknown.length > 0) {
    return { typed: filled, problem: { code: "roster_refused", problems: unknown } };
  }
  const input = v.safeParse(rosterSchema, {
    template_id: filled.template,
    values: filled.values,
    rows: filled.rows,
  });
  if (!input.success) return { typed, problem: { code: "invalid_input" } };
  const kept = await keepRoster(actor, versionOf(key, input.output), input.output, {
    network,
    isConfirmed: text(form, "accepted") === "1",
  });
  if (kept.ok) return { typed: filled, kept: kept.value };
  const { problem } = kept;
  return problem.code === "roster_unconfirmed"
    ? { typed: filled, warnings: problem.warnings }
    : { typed: filled, problem };
}

/** Without JavaScript the submitted rows still have variants of the previous colour. */
function inChosenColour(
  { variants }: RosterStart,
  typed: TypedRoster,
  chosen: string,
): TypedRoster {
  const before = colourOf(typed.rows, variants);
  const isKnown = variants.some(({ colour }) => colour === chosen);
  if (chosen === "" || !isKnown || before === null || before === chosen) return typed;
  return { ...typed, rows: inColour(typed.rows, variants, chosen) };
}

/** The id of a version: the same list of the same form is the same version, another list is another one. */
function versionOf(key: string, roster: RosterInput): string {
  const hash = createHash("sha256")
    .update(`${key} ${JSON.stringify(roster)}`)
    .digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}

/** A row without any words is not a piece. */
function isFilled({ values }: RosterRow): boolean {
  return Object.values(values).some((value) => value.trim() !== "");
}

/** Fields are `f.<id>`; those of rows stand once a row, beside `variant`. */
function readTyped({ templates }: RosterStart, form: FormData): TypedRoster {
  const template = templates.find(({ id }) => id === text(form, "template")) ?? templates[0];
  const fields = template?.fields ?? [];
  const valueAt = (id: string, index: number) => clean(form.getAll(`f.${id}`)[index]);
  const shared = fields.filter(({ each }) => !each);
  const own = fields.filter(({ each }) => each);
  return {
    template: template?.id ?? "",
    values: Object.fromEntries(shared.map(({ id }) => [id, valueAt(id, 0)])),
    rows: form
      .getAll("variant")
      .slice(0, maxRows)
      .map((variant, index) => ({
        variant_id: clean(variant),
        values: Object.fromEntries(own.map(({ id }) => [id, valueAt(id, index)])),
      })),
  };
}

const text = (form: FormData, name: string) => clean(form.get(name));

function clean(value: FormDataEntryValue | null | undefined): string {
  return typeof value === "string" ? value.replaceAll("\0", "").slice(0, 20_000) : "";
}
