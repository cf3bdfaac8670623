import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useCart } from "#app/browser/cart/cart-store.ts";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useBuyingWords, wordsFor } from "#app/messages/shared/buying.ts";
import { Button } from "#app/ui/button.tsx";
import { EmailInput, PhoneInput } from "#app/ui/domain/contact-inputs.tsx";
import RegionSearch from "#app/ui/domain/region-search.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextArea, TextInput } from "#app/ui/text-input.tsx";
import { useFieldProblems } from "#app/ui/use-field-problems.ts";
import type { Address } from "#shop/customers/addresses/address.ts";
import type { Profile } from "#shop/customers/profile.ts";
import { formatPhone } from "#shop/kernel/phone.ts";
import type { RegionHit } from "#shop/kernel/regions/region.ts";
import { shortPlace } from "#shop/kernel/regions/short-place.ts";
import { addressChecks } from "./address-checks.ts";
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
  const phone = address?.phone ?? owner.phone;
  const fields = useFieldProblems(answer?.problems, addressChecks);
  const chooseRegion = (hit: RegionHit) => {
    setRegion(hit);
    fields.check("postal_code", hit.postal_code);
    fields.check("region_code", hit.code);
  };
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
      <input type="hidden" name="region_code" value={region?.code ?? ""} />
      {answer?.problems?.form ? (
        <p role="alert" className="text-sm text-stamp">
          {errorOf("form")}
        </p>
      ) : null}
      <Field label={words.recipient} error={errorOf("recipient")}>
        {(parts) => (
          <TextInput
            {...parts}
            name="recipient"
            autoComplete="name"
            required
            maxLength={80}
            defaultValue={address?.recipient ?? owner.full_name}
          />
        )}
      </Field>
      <Field label={words.phone} hint={words.phoneHint} error={errorOf("phone")}>
        {(parts) => (
          <PhoneInput
            {...parts}
            name="phone"
            required
            defaultValue={phone ? formatPhone(phone) : undefined}
          />
        )}
      </Field>
      {asksEmail ? (
        <Field label={words.email} hint={words.emailHint} error={errorOf("contact_email")}>
          {(parts) => <EmailInput {...parts} name="contact_email" />}
        </Field>
      ) : null}
      {region ? (
        <div className="grid gap-1.5">
          <span className="text-sm font-semibold">{words.region}</span>
          <p className="flex items-start justify-between gap-4 border border-control bg-card px-3 py-2.5">
            <span>{region.label}</span>
            <button type="button" className="link shrink-0" onClick={() => setRegion(null)}>
              {words.changeRegion}
            </button>
          </p>
        </div>
      ) : (
        <RegionSearch label={words.region} error={errorOf("region_code")} onChoose={chooseRegion} />
      )}
      <Field label={words.postalCode} error={errorOf("postal_code")}>
        {(parts) => (
          <TextInput
            {...parts}
            key={region?.code}
            name="postal_code"
            inputMode="numeric"
            autoComplete="postal-code"
            required
            maxLength={5}
            className="figures max-w-36"
            defaultValue={region?.postal_code}
          />
        )}
      </Field>
      <Field label={words.street} error={errorOf("street")}>
        {(parts) => (
          <TextArea
            {...parts}
            name="street"
            rows={2}
            autoComplete="street-address"
            required
            maxLength={200}
            defaultValue={address?.street}
          />
        )}
      </Field>
      <Field label={words.landmark} hint={words.landmarkHint} optional error={errorOf("landmark")}>
        {(parts) => (
          <TextInput {...parts} name="landmark" maxLength={120} defaultValue={address?.landmark} />
        )}
      </Field>
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
