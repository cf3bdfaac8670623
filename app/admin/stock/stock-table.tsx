import { useState } from "react";
import { useFetcher } from "react-router";
import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { useStockWords } from "#app/admin/messages/stock.ts";
import { useStockListWords } from "#app/admin/stock/messages/stock-list.ts";
import { useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { StockRow } from "#shop/catalogue/stock/list/list-stock.server.ts";
import { adjustmentReasons } from "#shop/catalogue/stock/stock-ledger.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { StockAnswer } from "./stock-action.server.ts";

/** A row, and a key for its next booking, so that sending it twice books it once. */
type KeyedRow = StockRow & { readonly key: string };

interface StockTableProps {
  rows: readonly KeyedRow[];
  mayAdjust: boolean;
}

/** Dense rows; cards on a phone. */
export function StockTable({ rows, mayAdjust }: StockTableProps) {
  const { heads } = useStockListWords();
  const hasValues = rows.some(({ value }) => value !== undefined);
  return (
    <ListTable
      heads={[
        { label: heads.variant },
        { label: heads.onHand, isNumber: true },
        { label: heads.held, isNumber: true },
        { label: heads.allocated, isNumber: true },
        { label: heads.safety, isNumber: true },
        { label: heads.available, isNumber: true },
        { label: heads.lowAt, isNumber: true },
        ...(hasValues ? [{ label: heads.value, isNumber: true }] : []),
        ...(mayAdjust ? [{ label: heads.change }] : []),
      ]}
    >
      {rows.map((row) => (
        <Row key={row.variant_id} row={row} mayAdjust={mayAdjust} />
      ))}
    </ListTable>
  );
}

const figures = [
  { name: "on_hand", head: "onHand" },
  { name: "held", head: "held" },
  { name: "allocated", head: "allocated" },
  { name: "safety", head: "safety" },
  { name: "available", head: "available" },
  { name: "low_at", head: "lowAt" },
] as const;

function Row({ row, mayAdjust }: { row: KeyedRow; mayAdjust: boolean }) {
  const words = useStockListWords();
  const to = useLocalPath();
  const { product, options, sku, variant_id, band } = row;
  return (
    <tr className="border-b border-rule align-top hover:bg-paper @max-4xl:grid @max-4xl:grid-cols-3 @max-4xl:content-start @max-4xl:gap-x-3 @max-4xl:gap-y-2 @max-4xl:border @max-4xl:p-3">
      <td className="min-w-52 px-3 py-2 @max-4xl:col-span-3 @max-4xl:p-0">
        <Link
          to={to(`/admin/Stock/${variant_id}`)}
          className="font-semibold wrap-anywhere text-carbon hover:underline"
        >
          {product}
        </Link>
        <span className="block text-muted wrap-anywhere">
          {options ? `${options} · ` : ""}
          <span className="figures">{sku}</span>
        </span>
        {band === "in" ? null : (
          <span className="mt-1 block">
            <Pill
              copy={band === "out" ? "stamp" : "yellow"}
              icon={band === "out" ? "circle-alert" : "triangle-alert"}
            >
              {words.bands[band]}
            </Pill>
          </span>
        )}
      </td>
      {figures.map(({ name, head }) => (
        <td
          key={name}
          className={`figures px-2 py-2 text-right @max-4xl:p-0 @max-4xl:text-left ${name === "available" ? "font-semibold" : ""} ${name === "low_at" ? "text-muted" : ""}`}
        >
          <span className="block font-sans text-sm font-normal text-muted @4xl:hidden">
            {words.heads[head]}
          </span>
          {row[name]}
        </td>
      ))}
      {row.value === undefined ? null : (
        <td className="figures px-2 py-2 text-right @max-4xl:col-span-3 @max-4xl:p-0 @max-4xl:text-left">
          <span className="block font-sans text-sm font-normal text-muted @4xl:hidden">
            {words.heads.value}
          </span>
          {row.value === null ? "–" : formatRupiah(row.value)}
        </td>
      )}
      {mayAdjust ? (
        <td className="px-3 py-2 @max-4xl:col-span-3 @max-4xl:p-0">
          <BookingForm row={row} />
        </td>
      ) : null}
    </tr>
  );
}

/** Books received or adjusted pieces in the row itself. */
function BookingForm({ row }: { row: KeyedRow }) {
  const words = useStockListWords();
  const { reasons, chooseReason } = useStockWords();
  const fetcher = useFetcher<StockAnswer>();
  const [reason, setReason] = useState("");
  // A row is one line until somebody types into it; without a script the whole form is there.
  const [isOpen, setIsOpen] = useState(false);
  const folded = isOpen ? "" : "[html[data-alive]_&]:hidden";
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const problem = reply?.problem ?? Object.values(reply?.problems ?? {})[0];
  // A refused form keeps its key and what was typed; a booked one begins anew.
  const [key, setKey] = useState(row.key);
  if (reply?.done && key !== row.key) {
    setKey(row.key);
    setReason("");
  }
  return (
    <fetcher.Form
      key={key}
      method="post"
      noValidate
      className="flex flex-wrap items-center gap-2 @4xl:w-52"
    >
      <input type="hidden" name="variant" value={row.variant_id} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="kind" value={reason === "receive" ? "receive" : "adjust"} />
      <TextInput
        name="quantity"
        aria-label={words.quantityOf(row.sku)}
        placeholder="+ / −"
        maxLength={12}
        autoComplete="off"
        className="figures max-w-20 @4xl:max-w-24"
        onFocus={() => setIsOpen(true)}
      />
      <Select
        name="reason"
        aria-label={words.reasonOf(row.sku)}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        className={`min-w-0 flex-1 @4xl:order-last @4xl:basis-full ${folded}`}
      >
        <option value="">{chooseReason}</option>
        <option value="receive">{words.receive}</option>
        {adjustmentReasons.map((name) => (
          <option key={name} value={name}>
            {reasons[name]}
          </option>
        ))}
      </Select>
      <Button type="submit" look="quiet" busy={busy} className={`px-3 ${folded}`}>
        {words.book}
      </Button>
      {problem ? (
        <p role="alert" className="order-last basis-full text-stamp">
          {wordsFor(words.problems, problem, "invalid_input")}
        </p>
      ) : null}
    </fetcher.Form>
  );
}
