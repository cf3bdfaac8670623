import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useCart } from "#app/browser/cart/cart-store.ts";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useBuyingWords, wordsFor } from "#app/messages/shared/buying.ts";
import { Button } from "#app/ui/button.tsx";
import { addressChecks } from "#app/ui/domain/address-checks.ts";
import { AddressFields } from "#app/ui/domain/address-fields.tsx";
import { EmailInput } from "#app/ui/domain/contact-inputs.tsx";
import { Field } from "#app/ui/field.tsx";
import { useFieldProblems } from "#app/ui/use-field-problems.ts";
import type { Address } from "#shop/customers/addresses/address.ts";
import type { Profile } from "#shop/customers/profile.ts";
import { formatPhone } from "#shop/kernel/phone.ts";
import { shortPlace } from "#shop/kernel/regions/short-place.ts";
import type { AddressAnswer } from "./save-address-action.server.ts";

interface AddressFormProps {
  /** The one to change; a new one when missing. */
  address?: Address;
  /** Whose addresses they are: a new one is most often for themselves. */
  owner: Pick<Profile, "full_name" | "phone">;
  /** There is no address for receipts yet, so the first address of a guest asks for it. */
  asksEmail?: boolean;
  onSaved: (id: string) => void;
  onCancel?: () => void;
}

const labels = ["home", "office", "other"] as const;

/** One column, one search box for the region. Fields are checked when they are left; the server decides. */
export function AddressForm({ address, owner, asksEmail, onSaved, onCancel }: AddressFormProps) {
  const { address: words } = useBuyingWords();
  const fetcher = useFetcher<AddressAnswer>();
  const [region, setRegion] = useState(
    address
      ? {
          code: address.region_code,
          label: shortPlace(address.region_name),
          postal_code: address.postal_code,
        }
      : null,
  );
  // A new address begins with the place for which the cart showed prices.
  const searched = useCart((cart) => cart.region);
  useEffect(() => {
    if (address || !searched) return;
    setRegion((chosen) => chosen ?? { ...searched, postal_code: searched.postal_code ?? "" });
  }, [address, searched]);
  const [isDirty, setIsDirty] = useState(false);
  useDirtyForm(isDirty);
  const [handled, setHandled] = useState<AddressAnswer | undefined>();
  const answer = fetcher.data;
  if (fetcher.state === "idle" && answer && answer !== handled) {
    setHandled(answer);
    if (answer.saved) setIsDirty(false);
    if (answer.saved) queueMicrotask(() => onSaved(answer.saved ?? ""));
  }
  const fields = useFieldProblems(answer?.problems, addressChecks);
  const errorOf = (field: string) => {
    const code = fields.codeOf(field);
    return code ? wordsFor(words.errors, code, "required") : undefined;
  };

  return (
    <fetcher.Form
      method="post"
      className="grid gap-5"
      noValidate
      {...fields.handlers}
      onInput={(event) => {
        setIsDirty(true);
        fields.handlers.onInput(event);
      }}
    >
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="id" value={address?.id ?? ""} />
      {answer?.problems?.form ? (
        <p role="alert" className="text-sm text-stamp">
          {errorOf("form")}
        </p>
      ) : null}
      <AddressFields
        address={{
          ...(address ?? { recipient: owner.full_name }),
          phone: formatPhone(address?.phone ?? owner.phone ?? ""),
        }}
        region={region}
        onRegion={setRegion}
        problems={fields}
        isOwn
      >
        {asksEmail ? (
          <Field label={words.email} hint={words.emailHint} error={errorOf("contact_email")}>
            {(parts) => <EmailInput {...parts} name="contact_email" />}
          </Field>
        ) : null}
      </AddressFields>
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">{words.label}</legend>
        <div className="grid grid-cols-3 gap-2 sm:flex">
          {labels.map((label) => (
            <label
              key={label}
              className="flex min-h-11 items-center gap-2 border border-control bg-card px-3 has-checked:border-2 has-checked:border-carbon"
            >
              <input
                type="radio"
                name="label"
                value={label}
                defaultChecked={(address?.label ?? "home") === label}
                className="accent-carbon"
              />
              {words.labels[label]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={fetcher.state !== "idle"}>
          {words.save}
        </Button>
        {onCancel ? (
          <Button look="quiet" onClick={onCancel}>
            {words.cancel}
          </Button>
        ) : null}
      </div>
    </fetcher.Form>
  );
}
