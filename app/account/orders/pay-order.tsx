import { useEffect, useState } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { useLanguage } from "#app/language.ts";
import { useBuyingWords, wordsFor } from "#app/messages/buying.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatDateTime } from "#shop/dates.ts";
import { formatRupiah } from "#shop/money.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import { type Card, CardFields, ChallengeDialog, emptyCard } from "../payment/card-payment.tsx";
import { useCardPayment } from "../payment/use-card-payment.ts";
import type { OrderAnswer } from "./order-action.server.ts";

/** Pays an order that waits for its payment: opens the attempt, then asks for a card. */
export function PayOrder({ order, method }: { order: OrderDetail; method: string }) {
  const { orders: words, checkout, card: cardWords } = useBuyingWords();
  const language = useLanguage();
  const opening = useFetcher<OrderAnswer>();
  const settling = useFetcher<OrderAnswer>();
  const revalidator = useRevalidator();
  const [card, setCard] = useState<Card>(emptyCard);
  const payment = useCardPayment(() => {
    void settling.submit({ intent: "settle" }, { method: "post" });
  });
  const { client, problem } = opening.data ?? {};

  useEffect(() => {
    if (problem) void revalidator.revalidate();
  }, [problem, revalidator]);

  return (
    <section className="sheet sheet-top [--sheet:var(--yellow)] text-yellow-ink">
      <div className="grid gap-4 px-5 py-6">
        <p className="flex flex-wrap items-baseline justify-between gap-3">
          <span className="figures text-2xl font-bold">{formatRupiah(order.total)}</span>
          {order.expires_at ? (
            <span>{words.payBefore(formatDateTime(order.expires_at, language))}</span>
          ) : null}
        </p>
        {problem ? (
          <Notice tone="error">{wordsFor(words.failed, problem, "unexpected")}</Notice>
        ) : null}
        {client ? (
          <div className="grid gap-4 bg-card p-5 text-ink">
            <CardFields card={card} onChange={setCard} problem={payment.problem} />
            <Button
              busy={payment.busy || settling.state !== "idle"}
              onClick={() => void payment.pay(client, card)}
            >
              {settling.state === "idle"
                ? checkout.pay(formatRupiah(order.total))
                : cardWords.checking}
            </Button>
          </div>
        ) : (
          <opening.Form method="post">
            <input type="hidden" name="method" value={method} />
            <Button type="submit" name="intent" value="pay" busy={opening.state !== "idle"}>
              {words.payNow}
            </Button>
          </opening.Form>
        )}
      </div>
      <ChallengeDialog open={payment.isChallenged} onAnswer={payment.answer} />
    </section>
  );
}
