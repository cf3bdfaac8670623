import { useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { useReturnWords } from "#app/messages/shared/returns.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ReceiptLine } from "#app/ui/receipt.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea, TextInput } from "#app/ui/text-input.tsx";
import { formatRupiah, parseRupiah, type Rupiah } from "#shop/kernel/money.ts";
import type { OrderDetail, RefundChannel } from "#shop/orders/order.ts";
import type { RefundTerms } from "#shop/orders/payments/review/refund-request.ts";
import { refundSum, type SupplementShare } from "#shop/orders/refund-sum.ts";
import { goodsBack } from "#shop/orders/returns/goods-back.ts";
import type { ReturnDetail } from "#shop/orders/returns/return.ts";
import { TermsNote } from "../refund-approvals/terms-note.tsx";
import type { ReturnAnswer } from "./return-action.server.ts";

interface NextStepProps {
  request: ReturnDetail;
  fetcher: FetcherWithComponents<ReturnAnswer>;
  terms: RefundTerms;
  /** Channels that can refund the order's payment, the default first. */
  channels: readonly RefundChannel[];
  /** What limits the refund: the money left and the payment method's fee. */
  money: Pick<OrderDetail, "refundable" | "payment_fee">;
  /** Delivery that goes back with the money of this claim unless staff say otherwise, whole rupiah. */
  shipping: Rupiah;
  /** What pieces cost more by supplements: it goes back with them. */
  shares: readonly SupplementShare[];
}

/** The next step for staff; none once it has ended or while only the buyer can act. */
export function NextStep(props: NextStepProps) {
  const { status, kind } = props.request;
  if (status === "requested") return <Decide {...props} />;
  if (kind === "claim" && status === "approved") {
    return <Resolve {...props} />;
  }
  if (status === "approved" || status === "in_transit") {
    return <Receive {...props} />;
  }
  return status === "received" ? <Settle {...props} /> : null;
}

const panel = "no-print grid gap-4 border border-rule p-4";

function Answer() {
  const { staff: words } = useReturnWords();
  return (
    <Field label={words.answer} hint={words.answerHint} optional>
      {(parts) => <TextArea {...parts} name="answer" rows={3} maxLength={1000} />}
    </Field>
  );
}

function Decide({ fetcher }: NextStepProps) {
  const { staff: words } = useReturnWords();
  const busy = fetcher.state !== "idle";
  return (
    <fetcher.Form method="post" className={panel}>
      <Answer />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="approve" icon="check" busy={busy}>
          {words.approve}
        </Button>
        <Button type="submit" name="intent" value="decline" look="danger">
          {words.decline}
        </Button>
        <Button type="submit" name="intent" value="ask-photos" look="quiet">
          {words.askPhotos}
        </Button>
      </div>
    </fetcher.Form>
  );
}

function Receive({ request, fetcher }: NextStepProps) {
  const { staff: words } = useReturnWords();
  return (
    <fetcher.Form method="post" className={panel}>
      <h2 className="text-lg">{words.receive}</h2>
      <ul className="grid gap-3">
        {request.lines.map((line) => (
          <li
            key={line.order_line_id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
          >
            <span className="min-w-40 grow basis-0">
              <b>{line.name}</b> <span className="text-muted">{line.options}</span>
            </span>
            <span className="flex flex-wrap items-center gap-3">
              <span className="flex items-center gap-2 whitespace-nowrap">
                {words.resellableShort}
                <TextInput
                  type="number"
                  name={`resellable:${line.order_line_id}`}
                  aria-label={words.resellable(line.name)}
                  min={0}
                  max={line.quantity}
                  defaultValue={line.quantity}
                  className="figures max-w-20"
                />
              </span>
              <span className="flex items-center gap-2 whitespace-nowrap">
                {words.damagedShort}
                <TextInput
                  type="number"
                  name={`damaged:${line.order_line_id}`}
                  aria-label={words.damaged(line.name)}
                  min={0}
                  max={line.quantity}
                  defaultValue={0}
                  className="figures max-w-20"
                />
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p className="text-muted">{words.receiveHint}</p>
      <Button
        type="submit"
        name="intent"
        value="receive"
        icon="package-check"
        className="justify-self-start"
        busy={fetcher.state !== "idle"}
      >
        {words.receive}
      </Button>
    </fetcher.Form>
  );
}

/** The price of the pieces, and other amounts refunded with them. */
function Money({
  request,
  terms,
  channels,
  shares,
  money,
  pieces,
  shipping: promised = 0,
}: Pick<NextStepProps, "request" | "terms" | "channels" | "shares" | "money"> & {
  pieces: "asked" | "arrived";
  shipping?: Rupiah;
}) {
  const { staff: words } = useReturnWords();
  const { refunds } = useOrderWords();
  const [shipping, setShipping] = useState(promised > 0 ? String(promised) : "");
  const { goods, ofSupplements } = goodsBack(request.lines, shares, pieces);
  const amount = refundSum(goods + (parseRupiah(shipping) ?? 0), money);
  return (
    <>
      <dl>
        <ReceiptLine label={words.goodsPrice} strong>
          {formatRupiah(goods)}
        </ReceiptLine>
        {ofSupplements > 0 ? (
          <ReceiptLine label={words.ofSupplements}>{formatRupiah(ofSupplements)}</ReceiptLine>
        ) : null}
      </dl>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={words.shipping}
          hint={`${refunds.shippingHint(formatRupiah(request.refundable_shipping))}${promised > 0 ? `. ${words.shippingPromised}` : ""}`}
          optional
        >
          {(parts) => (
            <TextInput
              {...parts}
              name="shipping"
              inputMode="numeric"
              autoComplete="off"
              className="figures"
              value={shipping}
              onChange={(event) => setShipping(event.target.value)}
            />
          )}
        </Field>
        <Field label={words.channel}>
          {(parts) => (
            <Select {...parts} name="channel" className="w-full">
              {channels.map((channel) => (
                <option key={channel} value={channel}>
                  {refunds.channels[channel]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {amount !== goods ? (
        <dl>
          <ReceiptLine label={words.allBack} strong>
            {formatRupiah(amount)}
          </ReceiptLine>
        </dl>
      ) : null}
      <TermsNote terms={terms} amount={amount} />
    </>
  );
}

function Settle({ request, fetcher, terms, channels, shares, money }: NextStepProps) {
  const { staff: words } = useReturnWords();
  return (
    <fetcher.Form method="post" className={panel}>
      <h2 className="text-lg">{words.refund}</h2>
      <p className="text-muted">{words.refundHint}</p>
      <Money
        request={request}
        terms={terms}
        channels={channels}
        shares={shares}
        money={money}
        pieces="arrived"
      />
      <Answer />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value="refund"
          icon="undo-2"
          busy={fetcher.state !== "idle"}
        >
          {words.refund}
        </Button>
        <Button type="submit" name="intent" value="close" look="danger">
          {words.close}
        </Button>
      </div>
    </fetcher.Form>
  );
}

function Resolve({ request, fetcher, terms, channels, shipping, shares, money }: NextStepProps) {
  const { staff: words } = useReturnWords();
  const [resolution, setResolution] = useState<"refund" | "replacement" | "both">(
    request.wish ?? "replacement",
  );
  return (
    <fetcher.Form method="post" className={panel}>
      <Field label={words.resolve}>
        {(parts) => (
          <Select
            {...parts}
            name="resolution"
            className="w-full"
            value={resolution}
            onChange={(event) => setResolution(event.target.value as typeof resolution)}
          >
            {(["replacement", "refund", "both"] as const).map((one) => (
              <option key={one} value={one}>
                {words.resolutions[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {resolution === "replacement" ? null : (
        <Money
          key={resolution}
          request={request}
          terms={terms}
          channels={channels}
          shares={shares}
          money={money}
          pieces="asked"
          shipping={resolution === "refund" ? shipping : 0}
        />
      )}
      {resolution !== "refund" && request.lines.some(({ proof }) => proof) ? (
        <p className="text-muted">{words.printsAgain}</p>
      ) : null}
      <Button
        type="submit"
        name="intent"
        value="resolve"
        icon="check"
        className="justify-self-start"
        busy={fetcher.state !== "idle"}
      >
        {words.resolve}
      </Button>
    </fetcher.Form>
  );
}
