import type { FetcherWithComponents } from "react-router";
import { useImportWords } from "#app/admin/messages/imports.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Link } from "#app/ui/link.tsx";
import { formatCount } from "#base/format-count.ts";
import type { ImportCounts } from "#shop/imports/import.ts";
import type { Change, Warning } from "#shop/imports/kind.ts";
import type { TaskRow } from "#shop/staff/tasks/task.ts";
import { FailedRows } from "../tasks/failed-rows.tsx";
import { shownValue } from "./shown-value.ts";

/** What the check listed of a thing. */
interface Listed {
  readonly count: number;
  readonly changes: readonly Change[];
  readonly warnings: readonly Warning[];
}

export interface CheckRows {
  readonly failed: readonly TaskRow[];
  readonly changed: readonly TaskRow[];
  readonly warned: readonly TaskRow[];
}

interface CheckResultProps {
  /** What the file holds. */
  kind: string;
  /** The address of the things' pages; null: they have none. */
  page: string | null;
  /** Whether the run cannot be undone. */
  isFinal: boolean;
  counts: ImportCounts;
  rows: CheckRows;
  /** The task of the check. */
  checkId: string;
  /** The id of the run that the form starts; null when it has started. */
  runId: string | null;
  busy: boolean;
  /** Asks for a fresh proof when the run needs one. */
  Form: FetcherWithComponents<unknown>["Form"];
}

/** What the import would do: counts, refused rows, the diff, and what a person confirms before it runs. */
export function CheckResult({
  kind,
  page,
  isFinal,
  counts,
  rows,
  checkId,
  runId,
  busy,
  Form,
}: CheckResultProps) {
  const { check: words, failures, things, hints } = useImportWords();
  const language = useLanguage();
  const thing = things[kind] ?? things.other ?? "";
  const to = useLocalPath();
  const writes = counts.create + counts.change;
  const changes = <Changes rows={rows.changed} total={writes} page={page} thing={thing} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ul className="flex flex-wrap gap-x-6 gap-y-1 font-semibold tabular-nums">
        {(["create", "change", "unchanged", "failed"] as const).map((name) =>
          counts[name] > 0 ? (
            <li key={name} className={name === "failed" ? "text-stamp" : undefined}>
              {words[name](formatCount(counts[name], language), thing)}
            </li>
          ) : null,
        )}
        {counts.repeated ? (
          <li className="font-normal">{words.repeated(formatCount(counts.repeated, language))}</li>
        ) : null}
      </ul>
      {counts.failed > 0 ? (
        <>
          <a
            href={to(`/admin/Tasks/${checkId}/Failures`)}
            download
            className="link justify-self-start"
          >
            {failures}
          </a>
          <FailedRows rows={rows.failed} more={null} />
        </>
      ) : null}
      {runId !== null && writes > 0 ? (
        <Form method="post" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {changes}
          <input type="hidden" name="intent" value="run" />
          <input type="hidden" name="task" value={runId} />
          {counts.warnings > 0 ? <Warnings rows={rows.warned} count={counts.warnings} /> : null}
          {hints[kind] ? <p className="max-w-[72ch] text-muted">{hints[kind]}</p> : null}
          <p className="text-muted">{isFinal ? words.finalHint : words.runHint}</p>
          <div className="sticky bottom-(--bottom-bar) z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-rule bg-card px-4 py-3 lg:-mx-8 lg:px-8">
            <Button type="submit" busy={busy}>
              {words.run}
            </Button>
            <p className="text-muted">{words.writes(formatCount(writes, language), thing)}</p>
          </div>
        </Form>
      ) : writes === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        changes
      )}
    </div>
  );
}

interface ChangesProps {
  rows: readonly TaskRow[];
  /** Things that would change, listed or not. */
  total: number;
  page: string | null;
  thing: string;
}

function Changes({ rows, total, page, thing }: ChangesProps) {
  const { check: words, columns, values } = useImportWords();
  const language = useLanguage();
  const to = useLocalPath();
  const shown = (column: string, value: string) => shownValue(values, column, value) || words.empty;
  if (rows.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">{words.changes}</h3>
      {rows.length < total ? (
        <p className="text-muted">
          {words.shown(formatCount(rows.length, language), formatCount(total, language), thing)}
        </p>
      ) : null}
      <ul className="grid border-t border-ink">
        {rows.map((row) => {
          const { count, changes } = row.after as unknown as Listed;
          const isNew = row.code === "create";
          const lines = isNew && changes.length === 1 ? "flex flex-wrap gap-x-6" : "grid gap-1";
          return (
            <li key={row.row_no} className={`${lines} border-b border-rule py-2`}>
              <p className="font-semibold">
                {row.subject_id && page ? (
                  <Link to={to(`${page}/${row.subject_id}`)} className="link">
                    {row.field}
                  </Link>
                ) : (
                  row.field
                )}
                {isNew ? <span className="text-muted"> · {words.isNew}</span> : null}
              </p>
              <ul className="grid gap-0.5">
                {changes.map((change) => (
                  <li key={`${change.column} ${change.sku ?? ""}`}>
                    <span className="text-muted">
                      {columns[change.column] ?? change.column}
                      {change.sku ? ` · ${change.sku}` : ""}:{" "}
                    </span>
                    {isNew ? (
                      shown(change.column, change.after)
                    ) : (
                      <>
                        <del>{shown(change.column, change.before)}</del> →{" "}
                        <ins>{shown(change.column, change.after)}</ins>
                      </>
                    )}
                  </li>
                ))}
              </ul>
              {count > changes.length ? (
                <p className="text-muted">{words.moreChanges(count - changes.length)}</p>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Consents that stand as a sample: they are alike, and the file is what somebody attests. */
const maxConsents = 10;

function Warnings({ rows, count }: { rows: readonly TaskRow[]; count: number }) {
  const { check: words, columns } = useImportWords();
  const language = useLanguage();
  const listed = rows.flatMap((row) => (row.after as unknown as Listed).warnings);
  const isAttested = listed[0]?.code === "consent_given";
  const warnings = isAttested ? listed.slice(0, maxConsents) : listed;
  return (
    <fieldset className="grid gap-2 border border-stamp p-4">
      <legend className="px-2 font-semibold">{words.warnings}</legend>
      <ul className="grid gap-1">
        {warnings.map((warning) => (
          <li key={`${warning.row_no} ${warning.code} ${warning.column} ${warning.before}`}>
            {warning.code === "consent_given" ? (
              `${words.consent} · ${warning.sku}: ${warning.after}`
            ) : words.left[warning.code] ? (
              <>
                {words.rowOf(warning.row_no)} · {columns[warning.column] ?? warning.column} ·{" "}
                <del>{warning.before}</del>
                {warning.after ? (
                  <>
                    {" "}
                    → <ins>{warning.after}</ins>
                  </>
                ) : null}
                : {words.left[warning.code]}
              </>
            ) : (
              <JumpedValue {...warning} />
            )}
          </li>
        ))}
      </ul>
      {warnings.length < count ? (
        <p className="text-muted">
          {words.warningsShown(
            formatCount(warnings.length, language),
            formatCount(count, language),
          )}
        </p>
      ) : null}
      <Checkbox
        name="confirmed"
        value="yes"
        required
        label={isAttested ? words.attest(count) : words.confirm(count)}
      />
    </fieldset>
  );
}

function JumpedValue(warning: Warning) {
  const { check: words } = useImportWords();
  const language = useLanguage();
  return (
    <>
      {warning.code === "price_jump" ? words.jump : words.zero} · {warning.sku}:{" "}
      <del>{formatCount(Number(warning.before), language)}</del> →{" "}
      <ins>{formatCount(Number(warning.after), language)}</ins>
    </>
  );
}
