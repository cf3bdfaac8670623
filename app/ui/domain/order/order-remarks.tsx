import { useState } from "react";
import { useFetcher } from "react-router";
import { useRemarksWords } from "#app/messages/shared/remarks.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { FoldedForm } from "#app/ui/folded-form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { OrderDetail } from "#shop/orders/order.ts";
import { RemarksFields } from "./remarks-fields.tsx";

interface OrderRemarksProps {
  order: Pick<OrderDetail, "remarks" | "can_change_remarks">;
  /** Address of the printed card; undefined where it cannot be printed. */
  card?: string;
}

/** The buyer's note and the gift of an order, with a form while they can be changed. */
export function OrderRemarks({ order, card }: OrderRemarksProps) {
  const words = useRemarksWords();
  const { note, gift } = order.remarks;
  if (!order.can_change_remarks && !note && !gift) return null;
  return (
    <section className="border border-rule bg-card p-5">
      <h2 className="mb-2 text-lg">{words.title}</h2>
      <div className="grid gap-2">
        {note ? <p className="wrap-anywhere whitespace-pre-wrap">{note}</p> : null}
        {gift ? <GiftText gift={gift} /> : null}
        {note || gift ? null : <p className="text-muted">{words.none}</p>}
        {card && gift?.message ? (
          <a href={card} target="_blank" rel="noreferrer" className="link no-print w-fit py-2">
            {words.card}
          </a>
        ) : null}
        {order.can_change_remarks ? (
          <ChangeForm key={JSON.stringify(order.remarks)} order={order} />
        ) : null}
      </div>
    </section>
  );
}

function GiftText({ gift }: { gift: NonNullable<OrderDetail["remarks"]["gift"]> }) {
  const words = useRemarksWords();
  if (!gift.message && !gift.from) return <p>{words.giftPlain}</p>;
  return (
    <blockquote className="border-l-2 border-carbon pl-3">
      <p className="wrap-anywhere whitespace-pre-wrap">{gift.message || words.giftPlain}</p>
      {gift.from ? <p className="text-muted">{words.fromName(gift.from)}</p> : null}
    </blockquote>
  );
}

function ChangeForm({ order }: Pick<OrderRemarksProps, "order">) {
  const words = useRemarksWords();
  const fetcher = useFetcher<{ problem?: string }>();
  const [remarks, setRemarks] = useState(order.remarks);
  const isIdle = fetcher.state === "idle";
  const problem = isIdle ? fetcher.data?.problem : undefined;
  return (
    <FoldedForm
      summary={words.edit}
      fetcher={fetcher}
      intent="remarks"
      save={words.save}
      isDone={isIdle && fetcher.data !== undefined && problem === undefined}
    >
      <RemarksFields value={remarks} onChange={setRemarks} />
      {problem ? (
        <Notice tone="error">
          {problem === "invalid_input"
            ? words.invalid
            : wordsFor(words.problems, problem, "order_not_found")}
        </Notice>
      ) : null}
    </FoldedForm>
  );
}
