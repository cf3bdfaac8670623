import { useState } from "react";
import { usePaymentWords } from "#app/account/payment/messages/payment.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/domain/copy-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { PaymentView } from "#shop/orders/payments/attempts/payment-page.ts";
import { ProofForm } from "./proof-form.tsx";

type Client = Readonly<Record<string, string>>;

/** A number at a bank that belongs to this payment alone. */
export function VirtualAccount({ client }: { client: Client }) {
  const words = usePaymentWords();
  const names: Readonly<Record<string, string>> = words.bankNames;
  const bank = client.bank ?? "";
  const number = client.number ?? "";
  return (
    <div className="grid gap-5 bg-card p-4 text-ink sm:p-5">
      <div>
        <p className="text-sm text-muted">{words.virtualAccount(names[bank] ?? bank)}</p>
        <p className="mt-1 flex flex-wrap items-center gap-3">
          <b className="figures text-xl break-all">{number.replace(/(\d{4})(?=\d)/g, "$1 ")}</b>
          <CopyButton text={number} label={words.copyNumber} copied={words.copied} />
        </p>
      </div>
      <HowTo guides={[...(words.bankSteps[bank] ?? []), words.otherBank]} />
      <TryIt client={client} />
    </div>
  );
}

interface QrCodeProps {
  order: { readonly id: string; readonly number: string };
  payment: PaymentView;
  /** The address of the QR code on a page without sign-in; undefined: the one of the account. */
  qr: string | undefined;
}

/** A code that any wallet and bank can scan. */
export function QrCode({ order, payment, qr }: QrCodeProps) {
  const words = usePaymentWords();
  const to = useLocalPath();
  // The QR image returns an error after the payment arrived or was closed.
  const [isMissing, setIsMissing] = useState(false);
  const picture = `${qr ?? to(`/dashboard/orders/${order.id}/qr.png`)}?${payment.id}`;
  return (
    <div className="flex flex-wrap gap-5 bg-card p-3 text-ink sm:p-5">
      <div className="grid grow content-start justify-items-center gap-3 md:grow-0">
        {isMissing ? (
          <p
            role="status"
            className="grid h-[220px] w-[220px] max-w-full place-items-center border border-rule p-4 text-center sm:h-[280px] sm:w-[280px]"
          >
            {words.qrChecking}
          </p>
        ) : (
          <>
            <img
              src={picture}
              width={280}
              height={280}
              alt={words.qrAlt(formatRupiah(payment.amount))}
              onError={() => setIsMissing(true)}
              className="h-auto w-[220px] max-w-full sm:w-[280px] border border-rule bg-white"
            />
            <a className="link no-print" href={picture} download={words.qrName(order.number)}>
              {words.saveQr}
            </a>
          </>
        )}
      </div>
      <div className="grid min-w-0 grow basis-64 content-start gap-5">
        <HowTo guides={[words.qrSteps]} open />
        <TryIt client={payment.client ?? {}} />
      </div>
    </div>
  );
}

/** The shop's own accounts; the last three digits of the amount identify the transfer. */
export function BankTransfer({ payment, mayProve }: { payment: PaymentView; mayProve: boolean }) {
  const words = usePaymentWords();
  const language = useLanguage();
  const zone = useShopZone();
  return (
    <div className="grid gap-5 bg-card p-5 text-ink">
      <p>
        {words.transfer.exact}
        {payment.fee < 0 ? ` ${words.transfer.code(formatRupiah(-payment.fee))}` : null}
      </p>
      <div className="grid gap-3">
        <h3 className="text-base">{words.transfer.to}</h3>
        <ul className="grid gap-3 sm:grid-cols-2">
          {payment.accounts.map((account) => (
            <li key={account.number} className="grid content-start gap-1 border border-rule p-4">
              <b>{account.bank}</b>
              <span className="figures text-lg break-all">{account.number}</span>
              <span className="mb-2 text-sm text-muted">
                {words.transfer.holder(account.holder)}
              </span>
              <CopyButton text={account.number} label={words.copyNumber} copied={words.copied} />
            </li>
          ))}
        </ul>
      </div>
      <p className="text-sm text-muted">
        {payment.proof_at
          ? words.transfer.sent(formatMoment(payment.proof_at, language, zone))
          : words.transfer.checked}
      </p>
      {mayProve ? <ProofForm paymentId={payment.id} /> : null}
    </div>
  );
}

/** Leads to a wallet's own page, which leads back. */
export function WalletPay({ client }: { client: Client }) {
  const words = usePaymentWords();
  return (
    <div className="grid justify-items-start gap-3 bg-card p-5 text-ink">
      <p>{words.walletText}</p>
      <ButtonLink to={client.url ?? "/"} reloadDocument icon="arrow-right">
        {words.wallet}
      </ButtonLink>
    </div>
  );
}

interface Way {
  readonly title: string;
  readonly steps: readonly string[];
}

function HowTo({ guides, open = false }: { guides: readonly Way[]; open?: boolean }) {
  const words = usePaymentWords();
  return (
    <div className="grid gap-2">
      <h3 className="text-base">{words.howTo}</h3>
      {guides.map((way) => (
        <details key={way.title} open={open} className="group border border-rule">
          <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-4 py-2 font-semibold">
            {way.title}
            <Icon name="chevron-down" className="size-5 group-open:rotate-180" />
          </summary>
          <ol className="grid list-decimal gap-1.5 px-4 pb-4 pl-9">
            {way.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      ))}
    </div>
  );
}

/** Only the built-in provider has an address for this: there is no bank behind it. */
function TryIt({ client }: { client: Client }) {
  const words = usePaymentWords();
  if (!client.url) return null;
  return (
    <p className="no-print grid justify-items-start gap-1 border-t border-rule pt-4 text-sm text-muted">
      {words.tryHint}
      <a className="link" href={client.url}>
        {words.tryIt}
      </a>
    </p>
  );
}
