import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { useFetcher } from "react-router";
import { SaveBar } from "#app/admin/kit/form/save-bar.tsx";
import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { useGridWords } from "#app/admin/products/messages/grid.ts";
import { useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { UnmatchedLines } from "#app/ui/domain/order/unmatched-lines.tsx";
import { Link } from "#app/ui/link.tsx";
import type { GridChange } from "#shop/catalogue/products/grid/grid-change.ts";
import type { GridRow } from "#shop/catalogue/products/grid/variant-grid.server.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import type { GridAnswer } from "./grid-action.server.ts";
import {
  gridColumns as columns,
  type GridColumn,
  pasteCells,
  type TypedCells,
} from "./paste-cells.ts";
import { type SavedRow, undoneRows } from "./undo-grid.ts";

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
  const [typed, setTyped] = useState<TypedCells>({});
  const [local, setLocal] = useState<Readonly<Record<string, string>>>({});
  /** Pasted lines that fit no row or column. */
  const [left, setLeft] = useState<readonly string[]>([]);
  /** What the last save changed, until it is undone. */
  const [saved, setSaved] = useState<readonly SavedRow[]>([]);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const [answered, setAnswered] = useState(reply);
  if (reply && reply !== answered) {
    setAnswered(reply);
    if (reply.done || reply.problem?.code === "waits_for_approval") setTyped({});
    const kept = reply.done?.kept;
    setSaved(kept ? saved.filter(({ id }) => !kept.includes(id)) : []);
  }
  const heads = {
    price: words.heads.price,
    was_price: words.heads.was,
    on_hand: words.heads.stock,
  };
  const stored = (row: GridRow, column: GridColumn) =>
    row[column] === null ? "" : String(row[column]);
  const changed = rows.filter((row) =>
    columns.some((column) => {
      const value = typed[row.id]?.[column];
      return value !== undefined && value !== stored(row, column);
    }),
  );
  const save = () => {
    if (left.length > 0) return;
    const problems: Record<string, string> = {};
    const sent = changed.map((row) => {
      const read = (column: GridColumn, fallback: string) => {
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
    setSaved(
      changed.flatMap((before, index) => {
        const after = sent[index];
        return after ? [{ ...before, after }] : [];
      }),
    );
    send(sent);
  };
  const send = (sent: readonly GridChange[]) =>
    void fetcher.submit(
      { key: crypto.randomUUID(), rows: sent as never },
      { method: "post", encType: "application/json" },
    );
  const undone = undoneRows(saved, rows);
  const undo = () => {
    setSaved([]);
    send(undone);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>, from: number, column: GridColumn) => {
    const pasted = pasteCells(event.clipboardData.getData("text"), rows, from, column);
    if (!pasted) return;
    event.preventDefault();
    setTyped(merged(typed, pasted.typed));
    setLeft(pasted.left);
  };
  const problemOf = (row: GridRow, column: GridColumn) => {
    const name = column === "on_hand" ? "counted" : column;
    const code = local[`${row.id}.${column}`] ?? reply?.problems?.[`${row.id}.${name}`];
    if (code) return code;
    return reply?.problem?.sku === row.sku && column === "on_hand" ? reply.problem.code : undefined;
  };
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  return (
    <>
      <UnmatchedLines
        lines={left}
        text={words.left}
        label={words.withoutLeft}
        onContinue={() => setLeft([])}
      />
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
            {rows.map((row, at) => {
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
                        onPaste={(event) => paste(event, at, column)}
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
          setLeft([]);
        }}
        isAsked={reply?.problem?.code === "waits_for_approval"}
        problem={
          reply?.problem
            ? say(reply.problem.code)
            : reply?.problems || Object.keys(local).length > 0
              ? editing.invalid
              : left.length > 0
                ? words.leftFirst
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
        {reply?.done && changed.length === 0 && undone.length > 0 ? (
          <Button look="bare" icon="rotate-ccw" onClick={undo}>
            {words.undo}
          </Button>
        ) : null}
      </SaveBar>
    </>
  );
}

function merged(typed: TypedCells, pasted: TypedCells): TypedCells {
  const rows = Object.entries(pasted).map(([id, cells]) => [id, { ...typed[id], ...cells }]);
  return { ...typed, ...Object.fromEntries(rows) };
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
