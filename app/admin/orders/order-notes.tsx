import type { FetcherWithComponents } from "react-router";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useGoodsWords } from "#app/messages/shared/goods.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { Button } from "#app/ui/button.tsx";
import { useEventName } from "#app/ui/domain/order/event-name.ts";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderMail } from "#shop/orders/mails/list-order-mails.server.ts";
import type { OrderDetail, OrderEvent } from "#shop/orders/order.ts";
import type { StaffAnswer } from "./order-action.server.ts";
import { historyOf } from "./order-history.ts";

interface OrderNotesProps {
  order: OrderDetail;
  mails: readonly OrderMail[];
  fetcher: FetcherWithComponents<StaffAnswer>;
  /** Whether the reader may add a note. */
  mayNote: boolean;
}

/** The history of an order, newest first, with its mails and the notes of staff. */
export function OrderNotes({ order, mails, fetcher, mayNote }: OrderNotesProps) {
  const { order: words } = useAdminWords();
  const { problems } = useOrderWords();
  const error = fetcher.data?.problem === "note_missing" ? problems.note_missing : undefined;
  const language = useLanguage();
  const zone = useShopZone();
  return (
    <section className="grid gap-4 border border-rule p-5">
      <h2 className="text-lg">{words.timeline}</h2>
      {mayNote ? (
        <fetcher.Form
          // A note that was stored leaves an empty field.
          key={order.events.length}
          method="post"
          className="no-print flex flex-wrap items-end gap-2"
        >
          <span className="min-w-0 grow basis-48">
            <Field label={words.note} error={error}>
              {(parts) => (
                <TextInput
                  {...parts}
                  name="note"
                  placeholder={words.noteHint}
                  maxLength={500}
                  autoComplete="off"
                />
              )}
            </Field>
          </span>
          <Button
            type="submit"
            name="intent"
            value="note"
            look="quiet"
            busy={fetcher.state !== "idle"}
          >
            {words.noteSave}
          </Button>
        </fetcher.Form>
      ) : null}
      <ol className="grid gap-2">
        {historyOf(order.events, mails).map((entry) => {
          const isNote = "event" in entry && entry.event.kind === "note";
          return (
            <li
              key={entry.key}
              className={`border-l-2 pl-3 ${isNote ? "border-carbon" : "border-rule"}`}
            >
              {"event" in entry ? (
                <What event={entry.event} isPickup={order.is_pickup} />
              ) : (
                <span className="wrap-anywhere">{words.mail(entry.mail.subject)}</span>
              )}
              <span className="block text-muted">
                {formatMoment(entry.at, language, zone)} ·{" "}
                {"event" in entry
                  ? (entry.event.by_name ?? words.by[entry.event.by])
                  : words.mailStates[entry.mail.status]}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function What({ event, isPickup }: { event: OrderEvent; isPickup: boolean }) {
  const goods = useGoodsWords(isPickup);
  const nameOf = useEventName(goods.events);
  const { text, amount, note, before, after } = event.details;
  const name = (
    <span className="font-semibold">{event.undone ? <s>{nameOf(event)}</s> : nameOf(event)}</span>
  );
  if (event.kind === "note" && typeof text === "string") {
    return <p className="max-w-[72ch] wrap-anywhere whitespace-pre-wrap">{text}</p>;
  }
  if (event.kind === "tracking_corrected" || event.kind === "address_changed") {
    return (
      <>
        {name}
        <p className="figures wrap-anywhere whitespace-pre-wrap">{`${before} → ${after}`}</p>
      </>
    );
  }
  if (event.kind === "remarks_changed") {
    return (
      <>
        {name}
        <p className="max-w-[72ch] wrap-anywhere whitespace-pre-wrap">
          {`${textOfRemarks(before)} → ${textOfRemarks(after)}`}
        </p>
      </>
    );
  }
  return (
    <>
      {name}
      {typeof amount === "number" ? ` · ${formatRupiah(amount)}` : null}
      {typeof note === "string" && note ? (
        <p className="max-w-[72ch] wrap-anywhere">{note}</p>
      ) : null}
    </>
  );
}

/** The columns that `remarkColumns` writes, in one line. */
function textOfRemarks(columns: unknown): string {
  const texts = Object.values(columns ?? {}).filter((text) => typeof text === "string" && text);
  return texts.join(" · ") || "–";
}
