import { useFetcher } from "react-router";
import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { useStocktakeWords } from "#app/admin/stocktakes/messages/stocktakes.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { StocktakeLine, StocktakeState } from "#shop/catalogue/stock/stocktakes/stocktake.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { StocktakeAnswer } from "./stocktake-action.server.ts";

/** A line, and a key for its next count. */
type KeyedLine = StocktakeLine & { readonly key: string };

interface LinesTableProps {
  lines: readonly KeyedLine[];
  state: StocktakeState;
  /** Whether the ledger's figures are hidden now. */
  isBlind: boolean;
  mayCount: boolean;
}

/** The lines of a stocktake: what one counts, and what one decides in the review. */
export function LinesTable({ lines, state, isBlind, mayCount }: LinesTableProps) {
  const { columns } = useStocktakeWords();
  const isCounting = state === "counting" && mayCount;
  const isReview = state === "review" && mayCount;
  return (
    <ListTable
      heads={[
        { label: columns.variant },
        ...(isCounting ? [{ label: columns.own }] : []),
        { label: columns.counted, isNumber: true },
        ...(isBlind
          ? []
          : [
              { label: columns.position, isNumber: true },
              { label: columns.difference, isNumber: true },
              { label: columns.value, isNumber: true },
            ]),
        ...(isReview ? [{ label: columns.act }] : []),
      ]}
    >
      {lines.map((line) => (
        <tr
          key={line.variant_id}
          className="border-b border-rule align-top hover:bg-paper @max-4xl:grid @max-4xl:grid-cols-2 @max-4xl:content-start @max-4xl:gap-x-3 @max-4xl:gap-y-2 @max-4xl:border @max-4xl:p-3"
        >
          <td className="px-3 py-2 @max-4xl:col-span-2 @max-4xl:p-0">
            <Described line={line} />
          </td>
          {isCounting ? (
            <td className="px-3 py-2 @max-4xl:col-span-2 @max-4xl:p-0">
              <FigureForm line={line} />
            </td>
          ) : null}
          <Figures line={line} isBlind={isBlind} />
          {isReview ? (
            <td className="px-3 py-2 @max-4xl:col-span-2 @max-4xl:p-0">
              <Decision line={line} />
            </td>
          ) : null}
        </tr>
      ))}
    </ListTable>
  );
}

function Described({ line }: { line: StocktakeLine }) {
  const words = useStocktakeWords();
  return (
    <>
      <span className="font-semibold wrap-anywhere">{line.product}</span>
      <span className="block text-muted wrap-anywhere">
        {line.options ? `${line.options} · ` : ""}
        <span className="figures">{line.sku}</span>
        {line.barcode ? <span className="figures"> · {line.barcode}</span> : null}
      </span>
      <span className="mt-1 flex flex-wrap gap-2 empty:hidden">
        {line.round > 1 ? (
          <Pill copy="white" icon="history">
            {words.round(line.round)}
          </Pill>
        ) : null}
        {line.is_excluded ? (
          <Pill copy="white" icon="minus">
            {words.excluded}
          </Pill>
        ) : null}
        {line.needs_recount ? (
          <Pill copy="yellow" icon="rotate-ccw">
            {words.recountNeeded}
          </Pill>
        ) : null}
      </span>
      {line.has_moved ? <span className="block text-muted">{words.moved}</span> : null}
    </>
  );
}

const signed = (pieces: number) =>
  pieces > 0 ? `+${pieces}` : pieces < 0 ? `−${-pieces}` : String(pieces);

function Figures({ line, isBlind }: { line: StocktakeLine; isBlind: boolean }) {
  const { columns, counters } = useStocktakeWords();
  const { counted, position, value } = line;
  const difference = counted === null || position === null ? null : counted - position;
  const cell = "figures px-3 py-2 text-right @max-4xl:p-0 @max-4xl:text-left";
  const label = "block font-sans text-sm text-muted @4xl:hidden";
  return (
    <>
      <td className={cell}>
        <span className={label}>{columns.counted}</span>
        {counted ?? "–"}
        {line.counters > 1 ? (
          <span className="block font-sans text-muted">{counters(line.counters)}</span>
        ) : null}
      </td>
      {isBlind ? null : (
        <>
          <td className={cell}>
            <span className={label}>{columns.position}</span>
            {position ?? "–"}
          </td>
          <td className={`${cell} ${difference ? "font-semibold" : "text-muted"}`}>
            <span className={`${label} font-normal`}>{columns.difference}</span>
            {difference === null ? "–" : signed(difference)}
          </td>
          <td className={`${cell} text-muted @4xl:whitespace-nowrap`}>
            <span className={label}>{columns.value}</span>
            {value ? (value < 0 ? `−${formatRupiah(-value)}` : formatRupiah(value)) : "–"}
          </td>
        </>
      )}
    </>
  );
}

/** What this person counted of the line in all. */
function FigureForm({ line }: { line: KeyedLine }) {
  const words = useStocktakeWords();
  const fetcher = useFetcher<StocktakeAnswer>();
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const problem = reply?.problem ?? Object.values(reply?.problems ?? {})[0];
  return (
    <fetcher.Form method="post" noValidate className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="intent" value="figure" />
      <input type="hidden" name="variant" value={line.variant_id} />
      <input type="hidden" name="key" value={line.key} />
      <TextInput
        // A scan of this line changes the figure too.
        key={line.own ?? "none"}
        name="pieces"
        inputMode="numeric"
        aria-label={words.figureOf(line.sku)}
        defaultValue={line.own ?? ""}
        maxLength={9}
        autoComplete="off"
        className="figures max-w-28"
        aria-invalid={problem ? true : undefined}
        // Stores a typed figure as soon as its field loses the focus, because the comparison reads only stored figures.
        onBlur={({ currentTarget: { value, form } }) => {
          if (value.trim() !== String(line.own ?? "")) form?.requestSubmit();
        }}
      />
      <Button
        type="submit"
        look="quiet"
        busy={busy}
        className="px-3"
        aria-label={words.saveOf(line.sku)}
      >
        {words.save}
      </Button>
      <span role="status" className={problem ? "text-stamp" : "text-muted"}>
        {problem
          ? wordsFor(words.problems, problem, "invalid_input")
          : reply?.done
            ? words.saved
            : ""}
      </span>
    </fetcher.Form>
  );
}

function Decision({ line }: { line: StocktakeLine }) {
  const words = useStocktakeWords();
  const fetcher = useFetcher<StocktakeAnswer>();
  const busy = fetcher.state !== "idle";
  if (line.counted === null) return null;
  const inOrOut = line.is_excluded
    ? { intent: "take-in", label: words.takeIn }
    : { intent: "leave-out", label: words.leaveOut };
  return (
    <fetcher.Form method="post" className="flex flex-wrap gap-2">
      <input type="hidden" name="variant" value={line.variant_id} />
      {[{ intent: "recount", label: words.recount }, inOrOut].map(({ intent, label }) => (
        <Button
          key={intent}
          type="submit"
          name="intent"
          value={intent}
          look="quiet"
          busy={busy}
          className="px-3"
          aria-label={words.actOf(label, line.sku)}
        >
          {label}
        </Button>
      ))}
    </fetcher.Form>
  );
}
