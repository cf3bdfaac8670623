import type { ReactNode } from "react";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useBuyingWords } from "#app/messages/buying.ts";
import { formatDays } from "#app/messages/dates.ts";
import { Link } from "#app/ui/link.tsx";
import type { Address } from "#shop/addresses/address.ts";
import type { Quote } from "#shop/cart/cart.ts";
import { formatRupiah } from "#shop/money.ts";
import { AddressLines } from "../address/address-lines.tsx";

/** One part of the checkout, numbered as on a form. */
export function Section({
  number,
  title,
  children,
}: {
  number: number;
  title: string;
  children: ReactNode;
}) {
  return (
    <section className="border border-rule bg-card">
      <h2 className="flex items-baseline gap-3 border-b border-rule px-5 py-3 text-xl">
        <span className="figures text-base text-stamp">{number}</span>
        {title}
      </h2>
      <div className="grid gap-5 p-5">{children}</div>
    </section>
  );
}

export interface ChoiceProps {
  name: string;
  value: string;
  checked: boolean;
  disabled: boolean;
  onChoose: (value: string) => void;
  children: ReactNode;
}

export function Choice({ name, value, checked, disabled, onChoose, children }: ChoiceProps) {
  return (
    <label className="flex items-start gap-3 border border-control p-4 has-checked:border-2 has-checked:border-carbon has-checked:p-[15px] has-disabled:opacity-60">
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={() => onChoose(value)}
        className="mt-1 size-4 shrink-0 accent-carbon"
      />
      <span className="grow">{children}</span>
    </label>
  );
}

interface Chooser {
  chosen: string | null;
  disabled: boolean;
  onChoose: (id: string) => void;
}

export function AddressChoice({
  addresses,
  chosen,
  disabled,
  onChoose,
}: Chooser & { addresses: readonly Address[] }) {
  const { checkout: words } = useBuyingWords();
  const to = useLocalPath();
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="sr-only">{words.address}</legend>
        {addresses.map((address) => (
          <Choice
            key={address.id}
            name="address"
            value={address.id}
            checked={address.id === chosen}
            disabled={disabled}
            onChoose={onChoose}
          >
            <AddressLines address={address} />
          </Choice>
        ))}
      </fieldset>
      <Link
        to={`${to("/Address")}?${new URLSearchParams({ next: to("/Checkout") })}`}
        className="link justify-self-start"
      >
        {words.otherAddress}
      </Link>
    </>
  );
}

/** When it arrives comes first: that is what people choose by. */
export function DeliveryChoice({
  quote,
  chosen,
  disabled,
  onChoose,
}: Chooser & { quote: Quote | null }) {
  const { checkout: words } = useBuyingWords();
  const language = useLanguage();
  if (!quote || quote.shipping_options.length === 0) {
    return <p className="text-muted">{words.noDelivery}</p>;
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{words.delivery}</legend>
      {quote.shipping_options.map((option) => (
        <Choice
          key={option.id}
          name="delivery"
          value={option.id}
          checked={option.id === chosen}
          disabled={disabled}
          onChoose={onChoose}
        >
          <span className="flex flex-wrap items-baseline justify-between gap-x-4">
            <b>{words.arrives(formatDays(option.earliest, option.latest, language))}</b>
            <span className="figures">
              {option.price === 0 ? words.free : formatRupiah(option.price)}
            </span>
          </span>
          <span className="text-sm text-muted">
            {option.name} · {option.courier}
          </span>
        </Choice>
      ))}
    </fieldset>
  );
}
