import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import RegionSearch from "#app/ui/domain/region-search.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { Quote } from "#shop/orders/cart/cart.ts";
import { ReasonedAmount } from "./reasoned-amount.tsx";
import type { DraftEditor } from "./use-draft.ts";

interface DeliveryPartProps {
  editor: DraftEditor;
  quote: Quote | null;
}

/** Pickup, or the address and the courier. */
export function DeliveryPart({ editor, quote }: DeliveryPartProps) {
  const words = useDraftWords();
  const { form, change } = editor;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-lg">{words.delivery}</h2>
      <Checkbox
        label={words.pickup}
        checked={form.is_pickup}
        onChange={(event) => change({ is_pickup: event.target.checked })}
      />
      {form.is_pickup ? null : (
        <>
          <AddressFields editor={editor} />
          <CourierChoice editor={editor} quote={quote} />
        </>
      )}
    </section>
  );
}

const noAddress = { street: "", landmark: "", region_code: "", region_name: "", postal_code: "" };

function AddressFields({ editor }: { editor: DraftEditor }) {
  const words = useDraftWords();
  const { form, change, errorOf } = editor;
  const { address } = form;
  if (!address) {
    return (
      <RegionSearch
        label={words.region}
        {...(errorOf("address.region_code") ? { error: errorOf("address.region_code") ?? "" } : {})}
        onChoose={({ code, label, postal_code }) =>
          change({
            address: { ...noAddress, region_code: code, region_name: label, postal_code },
          })
        }
      />
    );
  }
  const set = (part: Partial<typeof address>) => change({ address: { ...address, ...part } });
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        {address.region_name}
        <Button
          look="bare"
          className="px-0!"
          onClick={() => change({ address: null, shipping_method_id: null })}
        >
          {words.changeRegion}
        </Button>
      </p>
      <Field label={words.street} error={errorOf("address.street")}>
        {(parts) => (
          <TextInput
            {...parts}
            maxLength={200}
            autoComplete="off"
            value={address.street}
            onChange={(event) => set({ street: event.target.value })}
          />
        )}
      </Field>
      <Field label={words.landmark} error={errorOf("address.landmark")} optional>
        {(parts) => (
          <TextInput
            {...parts}
            maxLength={120}
            autoComplete="off"
            value={address.landmark}
            onChange={(event) => set({ landmark: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function CourierChoice({ editor, quote }: DeliveryPartProps) {
  const words = useDraftWords();
  const { form, change, errorOf } = editor;
  const couriers = quote?.shipping_options.filter(({ is_pickup }) => !is_pickup) ?? [];
  const error = errorOf("shipping_method_id");
  const own = form.shipping_price;
  return (
    <>
      <fieldset className="grid gap-1" aria-describedby={error ? "courier-error" : undefined}>
        <legend className="text-sm font-semibold">{words.method}</legend>
        {couriers.length === 0 ? <p className="text-muted">{words.noMethods}</p> : null}
        {couriers.map(({ id, name, reduced }) => (
          <Checkbox
            key={id}
            type="radio"
            name="courier"
            label={`${name} · ${formatRupiah(reduced)}`}
            checked={form.shipping_method_id === id}
            onChange={() => change({ shipping_method_id: id })}
          />
        ))}
        {error ? (
          <p id="courier-error" className="text-sm text-stamp">
            {error}
          </p>
        ) : null}
      </fieldset>
      <Checkbox
        label={words.ownShipping}
        checked={own !== null}
        onChange={(event) =>
          change({ shipping_price: event.target.checked ? { amount: "", reason: "" } : null })
        }
      />
      {own ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <ReasonedAmount
            label={words.ownShippingAmount}
            {...own}
            onAmount={(amount) => change({ shipping_price: { ...own, amount } })}
            onReason={(reason) => change({ shipping_price: { ...own, reason } })}
            errors={{
              amount: errorOf("shipping_price.amount"),
              reason: errorOf("shipping_price.reason"),
            }}
          />
        </div>
      ) : null}
    </>
  );
}
