import { useHomeWords } from "#app/messages/storefront/home.ts";
import { Icon } from "#app/ui/icon.tsx";

/** Delivery times and payment methods. */
export function Promises({ payments }: { payments: readonly string[] }) {
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
          <ul className="mt-3 flex flex-wrap gap-2">
            {payments.map((mark) => (
              <li
                key={mark}
                className="border border-control bg-card px-3 py-1 text-sm font-semibold"
              >
                {mark}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
