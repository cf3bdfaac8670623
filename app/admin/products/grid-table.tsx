import { type KeyboardEvent, useState } from "react";
import { useFetcher } from "react-router";
import { useLocalPath } from "#app/language.ts";
import { useEditingWords } from "#app/messages/admin/editing.ts";
import { useGridWords } from "#app/messages/admin/grid.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Link } from "#app/ui/link.tsx";
import type { GridRow } from "#shop/products/variant-grid.server.ts";
import { readAmount } from "#shop/read-amount.ts";
import { SaveBar } from "../save-bar.tsx";
import type { GridAnswer } from "./grid-action.server.ts";

const columns = ["price", "was_price", "on_hand"] as const;
type Column = (typeof columns)[number];
/** What is typed, by variant and column; only cells that were changed. */
type Typed = Readonly<Record<string, Partial<Record<Column, string>>>>;

interface GridTableProps {
  rows: readonly GridRow[];
  mayPrice: boolean;
  mayCount: boolean;
}

export function GridTable({ rows, mayPrice, mayCount }: GridTableProps) {
  const words = useGridWords();
  const editing = useEditingWords();
  const to = useLocalPath();
  const fetcher = useFetcher<GridAnswer>();
  const [typed, setTyped] = useState<Typed>({});
  const [local, setLocal] = useState<Readonly<Record<string, string>>>({});
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const [answered, setAnswered] = useState(reply);
  if (reply && reply !== answered) {
    setAnswered(reply);
    if (reply.done || reply.problem?.code === "waits_for_approval") setTyped({});
  }
  const heads = {
    price: words.heads.price,
    was_price: words.heads.was,
    on_hand: words.heads.stock,
  };
  const stored = (row: GridRow, column: Column) =>
    row[column] === null ? "" : String(row[column]);
  const changed = rows.filter((row) =>
    columns.some((column) => {
      const value = typed[row.id]?.[column];
      return value !== undefined && value !== stored(row, column);
    }),
  );
  const save = () => {
    const problems: Record<string, string> = {};
    const sent = changed.map((row) => {
      const read = (column: Column, fallback: string) => {
        const text = (typed[row.id]?.[column] ?? stored(row, column)).trim() || fallback;
        const value = readAmount(text);
        if (value === undefined) problems[`${row.id}.${column}`] = "number_invalid";
        return value ?? 0;
      };
      const was = (typed[row.id]?.was_price ?? stored(row, "was_price")).trim();
      return {
        id: row.id,
        version: row.version,
        price: read("price", "0"),
        was_price: was === "" ? null : read("was_price", "0"),
        seen: row.on_hand,
        counted: read("on_hand", "0"),
      };
    });
    setLocal(problems);
    if (Object.keys(problems).length > 0) return;
    void fetcher.submit(
      { key: crypto.randomUUID(), rows: sent },
      { method: "post", encType: "application/json" },
    );
  };
  const problemOf = (row: GridRow, column: Column) => {
    const name = column === "on_hand" ? "counted" : column;
    const code = local[`${row.id}.${column}`] ?? reply?.problems?.[`${row.id}.${name}`];
    if (code) return code;
    return reply?.problem?.sku === row.sku && column === "on_hand" ? reply.problem.code : undefined;
  };
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  return (
    <>
      <div className="@container">
        <table className="w-full border-collapse @max-3xl:block">
          <thead className="border-b border-ink @max-3xl:hidden">
            <tr>
              <th className="printed px-2 py-2 text-left">{words.heads.product}</th>
              <th className="printed px-2 py-2 text-left">{words.heads.sku}</th>
              {columns.map((column) => (
                <th key={column} className="printed px-2 py-2 text-right">
                  {heads[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="@max-3xl:grid @max-3xl:gap-3" onKeyDown={moveBetweenRows}>
            {rows.map((row) => {
              const wrong = columns.flatMap((column) => problemOf(row, column) ?? []);
              const isKept = reply?.done?.kept.includes(row.id) === true;
              return (
                <tr
                  key={row.id}
                  className={`border-b border-rule @max-3xl:grid @max-3xl:grid-cols-3 @max-3xl:gap-2 @max-3xl:border @max-3xl:p-3 ${changed.includes(row) ? "bg-yellow text-yellow-ink" : ""}`}
                >
                  <td className="px-2 py-1 @max-3xl:col-span-3 @max-3xl:p-0">
                    <Link
                      to={to(`/admin/Products/${row.product_id}`)}
                      className="font-semibold wrap-anywhere hover:text-carbon"
                    >
                      {row.product}
                    </Link>
                    {row.options ? <span className="block">{row.options}</span> : null}
                    {wrong.length > 0 ? (
                      <span id={`wrong-${row.id}`} role="alert" className="block text-stamp">
                        {wrong.map(say).join(" ")}
                      </span>
                    ) : null}
                    {isKept ? (
                      <span role="alert" className="block text-stamp">
                        {words.kept}
                      </span>
                    ) : null}
                  </td>
                  <td className="figures px-2 py-1 wrap-anywhere @max-3xl:col-span-3 @max-3xl:p-0">
                    {row.sku}
                  </td>
                  {columns.map((column) => (
                    <td
                      key={column}
                      className="px-2 py-1 text-right @max-3xl:grid @max-3xl:content-end @max-3xl:p-0"
                    >
                      <span aria-hidden="true" className="printed @3xl:hidden">
                        {heads[column]}
                      </span>
                      <input
                        type="text"
                        inputMode="numeric"
                        data-column={column}
                        aria-label={words.cell(heads[column], row.sku)}
                        aria-invalid={problemOf(row, column) ? true : undefined}
                        aria-describedby={problemOf(row, column) ? `wrong-${row.id}` : undefined}
                        disabled={column === "on_hand" ? !mayCount : !mayPrice}
                        maxLength={20}
                        autoComplete="off"
                        value={typed[row.id]?.[column] ?? stored(row, column)}
                        onFocus={(event) => event.currentTarget.select()}
                        onChange={(event) =>
                          setTyped({
                            ...typed,
                            [row.id]: { ...typed[row.id], [column]: event.currentTarget.value },
                          })
                        }
                        className="figures min-h-9 w-full border border-control bg-card px-2 text-right text-ink aria-invalid:border-2 aria-invalid:border-stamp disabled:opacity-60 @3xl:w-32"
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <SaveBar
        onSave={save}
        isDirty={changed.length > 0}
        busy={busy}
        onDiscard={() => {
          setTyped({});
          setLocal({});
        }}
        isAsked={reply?.problem?.code === "waits_for_approval"}
        problem={
          reply?.problem
            ? say(reply.problem.code)
            : reply?.problems || Object.keys(local).length > 0
              ? editing.invalid
              : undefined
        }
      >
        <p role="status" className="figures text-muted">
          {changed.length > 0
            ? words.changed(changed.length)
            : reply?.done
              ? words.saved(reply.done.saved)
              : ""}
        </p>
      </SaveBar>
    </>
  );
}

/** Enter and the arrows go to the same column of the neighbouring row. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
  const cell = event.target;
  if (step === undefined || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey)
    return;
  if (!(cell instanceof HTMLInputElement) || !cell.dataset.column) return;
  event.preventDefault();
  const same = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>(
      `input[data-column="${cell.dataset.column}"]`,
    ),
  ];
  same[same.indexOf(cell) + step]?.focus();
}
