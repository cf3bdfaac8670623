import type { ReactNode } from "react";
import { useBuyingWords, wordsFor } from "#app/messages/shared/buying.ts";
import type { Address } from "#shop/customers/addresses/address.ts";
import type { RegionHit } from "#shop/kernel/regions/region.ts";
import { Field } from "../field.tsx";
import { TextArea, TextInput } from "../text-input.tsx";
import type { useFieldProblems } from "../use-field-problems.ts";
import { PhoneInput } from "./contact-inputs.tsx";
import RegionSearch from "./region-search.tsx";

interface AddressFieldsProps {
  /** The initial values; the phone number in local format, e.g. 0812…. */
  address: Partial<Pick<Address, "recipient" | "phone" | "street" | "landmark">>;
  region: RegionHit | null;
  onRegion: (region: RegionHit | null) => void;
  problems: Pick<ReturnType<typeof useFieldProblems>, "codeOf" | "check">;
  /** Allows the browser to autofill, because the address is the reader's own. */
  isOwn?: boolean;
  /** Fields between the phone and the region. */
  children?: ReactNode;
}

/** The fields of a recipient and an address. Their names are those of `addressSchema`. */
export function AddressFields({
  address,
  region,
  onRegion,
  problems,
  isOwn = false,
  children,
}: AddressFieldsProps) {
  const { address: words } = useBuyingWords();
  const errorOf = (field: string) => {
    const code = problems.codeOf(field);
    return code ? wordsFor(words.errors, code, "required") : undefined;
  };
  const chooseRegion = (hit: RegionHit) => {
    onRegion(hit);
    problems.check("postal_code", hit.postal_code);
    problems.check("region_code", hit.code);
  };
  const filledBy = (name: string) => (isOwn ? name : "off");
  return (
    <>
      <input type="hidden" name="region_code" value={region?.code ?? ""} />
      <Field label={words.recipient} error={errorOf("recipient")}>
        {(parts) => (
          <TextInput
            {...parts}
            name="recipient"
            autoComplete={filledBy("name")}
            required
            maxLength={80}
            defaultValue={address.recipient}
          />
        )}
      </Field>
      <Field label={words.phone} hint={words.phoneHint} error={errorOf("phone")}>
        {(parts) => (
          <PhoneInput
            {...parts}
            name="phone"
            required
            {...(isOwn ? {} : { autoComplete: "off" })}
            defaultValue={address.phone}
          />
        )}
      </Field>
      {children}
      {region ? (
        <div className="grid gap-1.5">
          <span className="text-sm font-semibold">{words.region}</span>
          <p className="flex items-start justify-between gap-4 border border-control bg-card px-3 py-2.5">
            <span>{region.label}</span>
            <button type="button" className="link shrink-0" onClick={() => onRegion(null)}>
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
            autoComplete={filledBy("postal-code")}
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
            autoComplete={filledBy("street-address")}
            required
            maxLength={200}
            defaultValue={address.street}
          />
        )}
      </Field>
      <Field label={words.landmark} hint={words.landmarkHint} optional error={errorOf("landmark")}>
        {(parts) => (
          <TextInput {...parts} name="landmark" maxLength={120} defaultValue={address.landmark} />
        )}
      </Field>
    </>
  );
}
