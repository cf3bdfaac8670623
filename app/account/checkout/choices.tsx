import type { ReactNode } from "react";
import { useLocalPath } from "#app/language.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { Link } from "#app/ui/link.tsx";
import type { Address } from "#shop/customers/addresses/address.ts";
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
        <span className="figures text-base text-muted">{number}</span>
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
    <label className="flex flex-wrap items-start gap-3 border border-control p-4 has-checked:border-2 has-checked:border-carbon has-checked:p-[15px] has-disabled:opacity-60">
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={() => onChoose(value)}
        className="mt-1 size-4 shrink-0 accent-carbon"
      />
      <span className="min-w-0 grow basis-40 wrap-anywhere">{children}</span>
    </label>
  );
}

export interface Chooser {
  chosen: string | null;
  disabled: boolean;
  onChoose: (id: string) => void;
}

export function AddressChoice({
  addresses,
  isGuest,
  chosen,
  disabled,
  onChoose,
}: Chooser & { addresses: readonly Address[]; isGuest: boolean }) {
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
        {isGuest ? words.changeAddress : words.otherAddress}
      </Link>
    </>
  );
}
