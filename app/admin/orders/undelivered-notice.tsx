import { useFetcher } from "react-router";
import { useUndeliveredWords } from "#app/admin/mails/messages/undelivered.ts";
import { useLanguage } from "#app/language.ts";
import { useMerchant, useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { whatsappNumber } from "#shop/kernel/phone.ts";
import type { UndeliveredMail } from "#shop/orders/mails/undelivered-mail.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import type { StaffAnswer } from "./order-action.server.ts";

interface UndeliveredNoticeProps {
  order: OrderDetail;
  /** The newest first. */
  mails: readonly UndeliveredMail[];
  /** What the member of staff may do about it. */
  acts: { readonly correct: boolean; readonly tell: boolean };
}

const action =
  "inline-flex min-h-11 items-center gap-2 border border-control px-4 py-2 font-semibold hover:border-ink";

/** What a buyer did not receive, why, and the two ways on: reach them otherwise, or correct the address. */
export function UndeliveredNotice({ order, mails, acts }: UndeliveredNoticeProps) {
  const fetcher = useFetcher<StaffAnswer>();
  const words = useUndeliveredWords();
  const language = useLanguage();
  const zone = useShopZone();
  const { name } = useMerchant();
  const [newest] = mails;
  const busy = fetcher.state !== "idle";
  const { problem, done } = fetcher.data ?? {};
  if (!newest) {
    return done === "correct-email" ? <Notice tone="success">{words.corrected}</Notice> : null;
  }
  const missed = mails.filter(({ subject }) => subject !== "");
  const phone = whatsappNumber(order.phone);
  return (
    <section
      aria-labelledby="undelivered"
      className="no-print grid gap-4 border border-stamp bg-card p-5"
    >
      <div className="grid gap-1">
        <h2 id="undelivered" className="flex items-start gap-2 text-lg">
          <Icon name="triangle-alert" className="mt-0.5 size-5 text-stamp" />
          {words.title}
        </h2>
        <p className="max-w-[72ch] wrap-anywhere">
          <b>{newest.address}</b>: {words.why[newest.bounce]}
        </p>
        <p className="max-w-[72ch] text-muted">{words.next}</p>
      </div>
      {missed.length > 0 ? (
        <div>
          <p className="font-semibold">{words.missed}</p>
          <ul className="grid gap-1">
            {missed.map(({ id, subject, at }) => (
              <li key={id} className="wrap-anywhere">
                {subject} <span className="text-muted">· {formatMoment(at, language, zone)}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="max-w-[72ch]">{words.any}</p>
      )}
      {newest.reason ? (
        <details>
          <summary className="link w-fit cursor-pointer">{words.said(newest.code)}</summary>
          <p lang="en" className="mt-1 wrap-anywhere text-muted">
            {newest.reason}
          </p>
        </details>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {phone ? (
          <>
            <a className={action} href={`tel:+${phone}`}>
              {words.call} <span className="figures">{order.phone}</span>
            </a>
            <a
              className={action}
              href={`https://wa.me/${phone}?text=${encodeURIComponent(words.chatText(name, order.number))}`}
              target="_blank"
              rel="noreferrer"
            >
              {words.chat}
            </a>
          </>
        ) : null}
        {acts.tell ? (
          <fetcher.Form method="post">
            <Button type="submit" name="intent" value="buyer-told" look="quiet" busy={busy}>
              {words.told}
            </Button>
          </fetcher.Form>
        ) : null}
      </div>
      {acts.correct ? (
        <fetcher.Form method="post" className="grid gap-3 sm:max-w-lg">
          <input type="hidden" name="intent" value="correct-email" />
          <Field
            label={words.address}
            hint={words.addressHint}
            error={
              problem && !busy ? wordsFor(words.problems, problem, "email_invalid") : undefined
            }
          >
            {(parts) => (
              <TextInput
                {...parts}
                name="email"
                type="email"
                autoComplete="off"
                maxLength={254}
                defaultValue={newest.address}
              />
            )}
          </Field>
          <Button type="submit" look="quiet" busy={busy} className="justify-self-start">
            {words.correct}
          </Button>
        </fetcher.Form>
      ) : null}
    </section>
  );
}
