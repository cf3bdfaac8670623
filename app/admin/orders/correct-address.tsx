import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useOrderWords } from "#app/messages/shared/orders.ts";
import { Button } from "#app/ui/button.tsx";
import { addressChecks } from "#app/ui/domain/address-checks.ts";
import { AddressFields } from "#app/ui/domain/address-fields.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFieldProblems } from "#app/ui/use-field-problems.ts";
import { shortPlace } from "#shop/kernel/regions/short-place.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import type { StaffAnswer } from "./order-action.server.ts";

/** Corrects the recipient and the address of an order that was not sent. The buyer gets a mail. */
export function CorrectAddress({ order }: { order: OrderDetail }) {
  const fetcher = useFetcher<StaffAnswer>();
  const { address: words, problems } = useOrderWords();
  const { region_code: code, region_name, postal_code } = order.address;
  const [region, setRegion] = useState(
    code ? { code, label: shortPlace(region_name), postal_code } : null,
  );
  const [isOpen, setOpen] = useState(false);
  const [isDirty, setIsDirty] = useState(false);
  useDirtyForm(isDirty);
  const isIdle = fetcher.state === "idle";
  const isDone = isIdle && fetcher.data?.done === "address";
  useEffect(() => {
    if (!isDone) return;
    setOpen(false);
    setIsDirty(false);
  }, [isDone]);
  const fields = useFieldProblems(fetcher.data?.problems, addressChecks);
  const problem = isIdle ? fetcher.data?.problem : undefined;
  return (
    <details
      className="no-print"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="link w-fit cursor-pointer py-2">{words.correct}</summary>
      <fetcher.Form
        method="post"
        className="grid gap-4 pt-2"
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
        <p className="text-sm text-muted">{words.priceStays}</p>
        {problem ? (
          <Notice tone="error">
            {problems[problem as keyof typeof problems] ?? problems.invalid_input}
          </Notice>
        ) : null}
        <Button
          type="submit"
          name="intent"
          value="address"
          look="quiet"
          busy={!isIdle}
          className="justify-self-start"
        >
          {words.save}
        </Button>
      </fetcher.Form>
    </details>
  );
}
