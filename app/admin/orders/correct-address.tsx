import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { addressChecks } from "#app/ui/domain/address-checks.ts";
import { AddressFields } from "#app/ui/domain/address-fields.tsx";
import { FoldedForm } from "#app/ui/folded-form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFieldProblems } from "#app/ui/use-field-problems.ts";
import { shortPlace } from "#shop/kernel/regions/short-place.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import type { StaffAnswer } from "./order-action.server.ts";

/** Corrects the recipient and the address of an order that is not completely sent. The buyer gets a mail. */
export function CorrectAddress({ order }: { order: OrderDetail }) {
  const fetcher = useFetcher<StaffAnswer>();
  const { address: words, problems } = useOrderWords();
  const { region_code: code, region_name, postal_code } = order.address;
  const [region, setRegion] = useState(
    code ? { code, label: shortPlace(region_name), postal_code } : null,
  );
  const [isDirty, setIsDirty] = useState(false);
  useDirtyForm(isDirty);
  const isIdle = fetcher.state === "idle";
  const isDone = isIdle && fetcher.data?.done === "address";
  useEffect(() => {
    if (isDone) setIsDirty(false);
  }, [isDone]);
  const fields = useFieldProblems(fetcher.data?.problems, addressChecks);
  const problem = isIdle ? fetcher.data?.problem : undefined;
  return (
    <FoldedForm
      summary={words.correct}
      fetcher={fetcher}
      intent="address"
      save={words.save}
      isDone={isDone}
      noValidate
      {...fields.handlers}
      onInput={(event) => {
        setIsDirty(true);
        fields.handlers.onInput(event);
      }}
    >
      <AddressFields
        address={{ ...order.address, recipient: order.recipient, phone: order.phone }}
        region={region}
        onRegion={setRegion}
        problems={fields}
      />
      <p className="text-sm text-muted">
        {order.email ? `${words.priceStays} ${words.isMailed}` : words.priceStays}
      </p>
      {problem ? (
        <Notice tone="error">
          {problems[problem as keyof typeof problems] ?? problems.invalid_input}
        </Notice>
      ) : null}
    </FoldedForm>
  );
}
