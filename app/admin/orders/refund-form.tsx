import { useId, useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { useRefundApprovalWords } from "#app/admin/messages/refund-approval.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { ReceiptLine } from "#app/ui/receipt.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea, TextInput } from "#app/ui/text-input.tsx";
import { formatRupiah, parseRupiah } from "#shop/kernel/money.ts";
import { type OrderDetail, piecesToShip, type RefundChannel } from "#shop/orders/order.ts";
import type { RefundTerms } from "#shop/orders/payments/review/refund-request.ts";
import {
  goodsShare,
  refundSum,
  type SupplementShare,
  supplementsShare,
} from "#shop/orders/refund-sum.ts";
import { onlyAsks, TermsNote } from "../refund-approvals/terms-note.tsx";
import type { StaffAnswer } from "./order-action.server.ts";
import { PieceStepper } from "./piece-stepper.tsx";

const reasons = ["customer", "inventory", "staff", "goodwill", "other"] as const;

interface RefundFormProps {
  order: OrderDetail;
  /** Whole rupiah that can still go back, with those of supplements. */
  refundable: number;
  /** What pieces cost more by supplements: it goes back with them, from the payments of the supplements. */
  shares: readonly SupplementShare[];
  fetcher: FetcherWithComponents<StaffAnswer>;
  terms: RefundTerms;
  /** Channels that can refund the payment, the default first. */
  channels: readonly RefundChannel[];
}

/** The refund of the chosen pieces, calculated live with the shop's own quote. */
export function RefundForm({
  order,
  refundable,
  shares,
  fetcher,
  terms,
  channels,
}: RefundFormProps) {
  const { refunds: words } = useOrderWords();
  const approval = useRefundApprovalWords();
  // One opening of this form is one refund, however often its button is pressed.
  const [key] = useState(() => crypto.randomUUID());
  const [pieces, setPieces] = useState<Readonly<Record<string, number>>>({});
  const [shipping, setShipping] = useState("");
  const [goodwill, setGoodwill] = useState("");
  const sumId = useId();
  const lines = order.lines.filter((line) => line.refunded < line.quantity);
  // Unshipped pieces can be restocked at once; shipped ones only through a return.
  const isWaiting = lines.some((line) => piecesToShip(line) > 0);
  const isSent = lines.some((line) => line.shipped > 0);
  const asked =
    lines.reduce((total, line) => {
      const chosen = pieces[line.id] ?? 0;
      return total + goodsShare(line, chosen) + supplementsShare(shares, line.id, chosen);
    }, 0) +
    (parseRupiah(shipping) ?? 0) +
    (parseRupiah(goodwill) ?? 0);
  const sum = refundSum(asked, { refundable, payment_fee: order.payment_fee });
  const isTooMuch = sum > refundable;
  const dead = isTooMuch ? words.tooMuch : sum === 0 ? words.nothing : null;
  const chooseAll = () => {
    setPieces(Object.fromEntries(lines.map((line) => [line.id, line.quantity - line.refunded])));
    setShipping(order.refundable_shipping > 0 ? String(order.refundable_shipping) : "");
  };
  return (
    <fetcher.Form method="post" className="grid gap-5">
      <input type="hidden" name="intent" value="refund" />
      <input type="hidden" name="key" value={key} />
      {lines.length > 0 ? (
        <fieldset className="grid gap-3">
          <legend className="mb-2 text-sm font-semibold">{words.goods}</legend>
          <Button look="quiet" className="justify-self-start" onClick={chooseAll}>
            {words.everything}
          </Button>
          {lines.map((line) => {
            const maxPieces = line.quantity - line.refunded;
            const more = supplementsShare(shares, line.id, maxPieces);
            return (
              <div
                key={line.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
              >
                <span className="min-w-40 grow basis-0">
                  <b>{line.name}</b> <span className="text-muted">{line.options}</span>
                  {more > 0 ? (
                    <span className="block text-sm text-muted">
                      {words.supplementHint(formatRupiah(more))}
                    </span>
                  ) : null}
                  {line.setup_fee > 0 ? (
                    <span className="block text-sm text-muted">
                      {words.setupHint(formatRupiah(line.setup_fee))}
                    </span>
                  ) : null}
                </span>
                <span className="flex items-center gap-2 whitespace-nowrap">
                  <PieceStepper
                    name={`line:${line.id}`}
                    label={words.quantityOf(line.name)}
                    value={pieces[line.id] ?? 0}
                    max={maxPieces}
                    onChange={(value) => setPieces({ ...pieces, [line.id]: value })}
                  />
                  {words.of(maxPieces)}
                </span>
              </div>
            );
          })}
          {isWaiting ? <Checkbox name="restock" defaultChecked label={words.restock} /> : null}
          {isSent ? <p className="text-muted">{words.restockHint}</p> : null}
        </fieldset>
      ) : null}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={words.shipping}
          hint={words.shippingHint(formatRupiah(order.refundable_shipping))}
          optional
        >
          {(parts) => (
            <TextInput
              {...parts}
              name="shipping"
              inputMode="numeric"
              autoComplete="off"
              value={shipping}
              onChange={(event) => setShipping(event.target.value)}
              className="figures"
            />
          )}
        </Field>
        <Field label={words.goodwill} hint={words.goodwillHint} optional>
          {(parts) => (
            <TextInput
              {...parts}
              name="goodwill"
              inputMode="numeric"
              autoComplete="off"
              value={goodwill}
              onChange={(event) => setGoodwill(event.target.value)}
              className="figures"
            />
          )}
        </Field>
        <Field label={words.reason}>
          {(parts) => (
            <Select {...parts} name="reason" className="w-full">
              {reasons.map((reason) => (
                <option key={reason} value={reason}>
                  {words.reasons[reason]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={words.channel}>
          {(parts) => (
            <Select {...parts} name="channel" className="w-full">
              {channels.map((channel) => (
                <option key={channel} value={channel}>
                  {words.channels[channel]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label={words.note} optional>
        {(parts) => <TextArea {...parts} name="note" rows={2} maxLength={500} />}
      </Field>
      <Checkbox name="notify" defaultChecked label={words.notify} />
      <div className="sticky -bottom-5 grid gap-3 border-t border-rule bg-paper py-4 before:pointer-events-none before:absolute before:inset-x-0 before:-top-8 before:h-8 before:bg-linear-to-t before:from-paper before:to-transparent">
        <div id={sumId} aria-live="polite">
          <dl>
            <ReceiptLine label={words.sum} strong>
              {formatRupiah(sum)}
            </ReceiptLine>
          </dl>
          <p className={isTooMuch ? "text-stamp" : "text-muted"}>
            {dead ?? words.left(formatRupiah(refundable))}
          </p>
          <TermsNote terms={terms} amount={sum} />
        </div>
        <Button
          type="submit"
          icon="undo-2"
          aria-describedby={sumId}
          disabled={dead !== null}
          busy={fetcher.state !== "idle"}
        >
          {onlyAsks(terms, sum)
            ? approval.ask
            : sum > 0
              ? words.giveAmount(formatRupiah(sum))
              : words.give}
        </Button>
      </div>
    </fetcher.Form>
  );
}
