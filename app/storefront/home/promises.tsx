import { useHomeWords } from "#app/messages/shared/home.ts";
import { type PaymentMarkName, PaymentMarks } from "#app/ui/domain/order/payment-marks.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** Delivery times and payment methods. */
export function Promises({
  payments: { marks, names },
}: {
  payments: { readonly marks: readonly PaymentMarkName[]; readonly names: readonly string[] };
}) {
  const home = useHomeWords();
  return (
    <section className="page grid gap-8 border-t border-rule pt-10 md:grid-cols-2 md:gap-16">
      <div className="flex gap-4">
        <Icon name="map-pin" className="mt-0.5 size-6 text-carbon" />
        <div>
          <h2 className="text-xl">{home.delivery.title}</h2>
          <p className="mt-2 max-w-[52ch] text-muted">{home.delivery.text}</p>
        </div>
      </div>
      <div className="flex gap-4">
        <Icon name="receipt-text" className="mt-0.5 size-6 text-carbon" />
        <div>
          <h2 className="text-xl">{home.payment.title}</h2>
          <p className="mt-2 text-muted">{home.payment.text}</p>
          <div className="mt-4">
            <PaymentMarks names={marks} isAlone />
          </div>
          {names.length > 0 ? <p className="mt-3 text-sm text-muted">{names.join(" · ")}</p> : null}
        </div>
      </div>
    </section>
  );
}
