import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useGridWords } from "#app/admin/products/messages/grid.ts";
import { useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import type { ProductRow } from "#shop/catalogue/products/list-products.server.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import type { GridAnswer } from "./grid-action.server.ts";

interface InlineCellProps {
  column: "price" | "on_hand";
  variant: NonNullable<ProductRow["only"]>;
  /** As the cell shows it while nobody edits. */
  shown: string;
  /** Names the cell, e.g. `Harga: Mug Jakarta`. */
  label: string;
}

/**
 * A figure that is edited where it stands: Enter saves and goes to the next row, Escape puts the old figure back. Stock is
 * typed as counted and becomes a movement.
 */
export function InlineCell({ column, variant, shown, label }: InlineCellProps) {
  const words = useGridWords();
  const problemId = useId();
  const to = useLocalPath();
  const fetcher = useFetcher<GridAnswer>();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const isOpen = typed !== null;
  useEffect(() => {
    if (isOpen) box.current?.select();
  }, [isOpen]);

  const close = () => {
    setTyped(null);
    setWrong(false);
  };
  const save = (): boolean => {
    const value = readAmount((typed ?? "").trim() || "x");
    if (value === undefined) {
      setWrong(true);
      return false;
    }
    if (value !== variant[column]) {
      const { id, version, price, was_price, on_hand } = variant;
      const row = { id, version, price, was_price, seen: on_hand, counted: on_hand };
      void fetcher.submit(
        {
          key: crypto.randomUUID(),
          rows: [{ ...row, ...(column === "price" ? { price: value } : { counted: value }) }],
        },
        { method: "post", action: to("/admin/Products/Grid"), encType: "application/json" },
      );
    }
    close();
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
      requestAnimationFrame(() => button.current?.focus());
    }
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const next = cellBelow(event.currentTarget, column);
    if (!save()) return;
    if (next) next.click();
    else requestAnimationFrame(() => button.current?.focus());
  };

  const reply = fetcher.state === "idle" ? fetcher.data : undefined;
  const code = isWrong
    ? "number_invalid"
    : (reply?.problem?.code ?? Object.values(reply?.problems ?? {})[0]);
  const problem = code
    ? wordsFor(words.problems, code, "invalid_input")
    : reply?.done?.kept.length
      ? words.kept
      : undefined;
  return (
    // Above the link that covers the row.
    <span className="relative z-10 inline-grid justify-items-end gap-1">
      {typed === null ? (
        <button
          ref={button}
          type="button"
          data-edit={column === "price" ? "" : undefined}
          data-cell={column}
          aria-label={`${label}: ${shown}`}
          aria-busy={fetcher.state !== "idle" || undefined}
          onClick={() => setTyped(String(variant[column]))}
          className="figures -mr-2 min-h-8 border border-transparent px-2 text-right hover:border-control hover:bg-card aria-busy:opacity-60"
        >
          {shown}
        </button>
      ) : (
        <input
          ref={box}
          type="text"
          inputMode="numeric"
          aria-label={label}
          aria-invalid={isWrong || undefined}
          aria-describedby={problem ? problemId : undefined}
          maxLength={20}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={close}
          onKeyDown={onKeyDown}
          className="figures -mr-2 min-h-8 w-28 border border-carbon bg-card px-2 text-right text-ink aria-invalid:border-2 aria-invalid:border-stamp"
        />
      )}
      {problem ? (
        <span
          id={problemId}
          role="alert"
          className={`max-w-56 text-xs whitespace-normal ${code === "waits_for_approval" ? "" : "text-stamp"}`}
        >
          {problem}
        </span>
      ) : null}
    </span>
  );
}

/** The same cell of the next row that can be edited. */
function cellBelow(cell: Element, column: string): HTMLButtonElement | null {
  for (let row = cell.closest("tr")?.nextElementSibling; row; row = row.nextElementSibling) {
    const next = row.querySelector<HTMLButtonElement>(`button[data-cell="${column}"]`);
    if (next) return next;
  }
  return null;
}
