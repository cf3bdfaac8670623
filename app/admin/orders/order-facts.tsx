import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { formatDays } from "#app/messages/shared/dates.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { useTermsWords } from "#app/messages/shared/terms.ts";
import { PickupPlace } from "#app/ui/domain/order/pickup-place.tsx";
import { Link } from "#app/ui/link.tsx";
import { whatsappNumber } from "#shop/kernel/phone.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import { promisedDays } from "#shop/orders/promised-days.ts";
import { CorrectAddress } from "./correct-address.tsx";

interface OrderFactsProps {
  order: OrderDetail;
  /** For a link to the buyer's page. Null without a buyer, and without `customers.read`. */
  buyerId: string | null;
}

/** Customer and, of goods, where they go. */
export function OrderFacts({ order, buyerId }: OrderFactsProps) {
  const { order: words } = useAdminWords();
  const { terms: legal } = useTermsWords();
  const to = useLocalPath();
  return (
    <section className="border border-rule p-4">
      <h2 className="mb-2 text-lg">{words.customer}</h2>
      <p className="break-words">
        {buyerId ? (
          <Link to={to(`/admin/Customers/${buyerId}`)} className="link block py-0.5 font-bold">
            {order.recipient}
          </Link>
        ) : (
          <b>{order.recipient}</b>
        )}
        <Contacts order={order} />
      </p>
      {order.supplement_of ? null : <Delivery order={order} />}
      <p className="mt-2 text-muted">
        {legal.ofOrder}:{" "}
        <Link to={to(`/TermsAndConditions/${order.terms_version}`)} className="link">
          {order.terms_version}
        </Link>
      </p>
    </section>
  );
}

/** An order of staff may have neither an email address nor a phone number. */
function Contacts({ order }: { order: OrderDetail }) {
  const { order: words } = useAdminWords();
  const { sources } = useDraftWords();
  const to = useLocalPath();
  const contact = order.email || order.phone;
  return (
    <>
      {order.email ? (
        <a href={`mailto:${order.email}`} className="link block py-0.5">
          {order.email}
        </a>
      ) : null}
      {order.phone ? (
        <>
          <a href={`tel:${order.phone}`} className="figures block py-0.5">
            {order.phone}
          </a>
          <a
            href={`https://wa.me/${whatsappNumber(order.phone)}`}
            target="_blank"
            rel="noreferrer"
            className="link block py-0.5"
          >
            {words.chat}
          </a>
        </>
      ) : null}
      {contact ? (
        <Link
          to={`${to("/admin/Orders")}?${new URLSearchParams({ q: contact })}`}
          className="link block py-0.5"
        >
          {words.otherOrders}
        </Link>
      ) : null}
      {order.source === "web" ? null : (
        <span className="block py-0.5 text-muted">{sources[order.source]}</span>
      )}
    </>
  );
}

function Delivery({ order }: { order: OrderDetail }) {
  const { order: words } = useAdminWords();
  const { orders: buying } = useBuyingWords();
  const pickup = usePickupWords();
  const days = promisedDays(order, useLanguage(), formatDays);
  return (
    <>
      {order.is_pickup ? (
        <>
          <h2 className="mt-4 mb-2 text-lg">{pickup.staff.place}</h2>
          <PickupPlace named={order.courier} />
        </>
      ) : (
        <>
          <h2 className="mt-4 mb-2 text-lg">{words.address}</h2>
          <address className="not-italic">
            {order.address_lines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
          {order.can_correct_address ? (
            <CorrectAddress
              key={[order.recipient, order.phone, ...order.address_lines].join()}
              order={order}
            />
          ) : null}
        </>
      )}
      <p className="mt-2 text-muted">
        {order.shipping_name} · {(order.is_pickup ? pickup.expected : buying.arrives)(days)}
      </p>
    </>
  );
}
