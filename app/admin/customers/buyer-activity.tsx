import { useCustomerWords } from "#app/admin/customers/messages/customers.ts";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { Section } from "#app/admin/kit/section.tsx";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { ReturnPill } from "#app/ui/domain/order/return-pill.tsx";
import type { BuyerActivity } from "#shop/customers/buyers/buyer-activity.server.ts";
import { returnStatuses } from "#shop/orders/returns/return.ts";

export function BuyerReturns({ returns }: Pick<BuyerActivity, "returns">) {
  const { returns: words } = useCustomerWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  if (returns.length === 0) return null;
  return (
    <Section title={words.title}>
      <ul className="divide-y divide-rule">
        {returns.map(({ id, number, kind, status, created_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <PermittedLink
              permission="returns.read"
              to={to(`/admin/Returns/${id}`)}
              className="link figures min-w-24"
            >
              {number}
            </PermittedLink>
            <span>{words.kinds[kind]}</span>
            <Status status={status} />
            <span className="text-muted">{formatMoment(created_at, language, zone)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Status({ status }: { status: string }) {
  const known = returnStatuses.find((one) => one === status);
  return known ? <ReturnPill status={known} /> : null;
}

/** Ordered designs. A design without a proof has no picture. */
export function BuyerDesigns({ designs }: Pick<BuyerActivity, "designs">) {
  const { designs: words } = useCustomerWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  if (designs.length === 0) return null;
  return (
    <Section title={words.title}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-4">
        {designs.map(({ id, line_id, product, version, created_at }) => (
          <li key={id} className="relative grid content-start gap-1">
            {version === null ? null : (
              <img
                src={`${to(`/design/line/${line_id}/mockup`)}?proof=${version}&width=320`}
                alt={words.picture(product)}
                loading="lazy"
                width={320}
                height={320}
                className="aspect-square w-full border border-rule object-contain"
              />
            )}
            <PermittedLink
              permission="customisations.read"
              to={to(`/admin/customisations/${id}`)}
              className="link after:absolute after:inset-0"
            >
              {product}
            </PermittedLink>
            <span className="text-sm text-muted">{formatMoment(created_at, language, zone)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
