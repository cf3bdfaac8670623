import { useCustomerWords } from "#app/admin/customers/messages/customers.ts";
import { Section } from "#app/admin/kit/section.tsx";
import { SubscriptionPill } from "#app/admin/mail-list/subscription-pill.tsx";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { Link } from "#app/ui/link.tsx";
import type { BuyerActivity } from "#shop/customers/buyers/buyer-activity.server.ts";
import type { Buyer } from "#shop/customers/buyers/find-buyer.server.ts";
import { shownPhone } from "./shown-phone.ts";

/** Contact, language, age of the record, province and customer groups. */
export function BuyerFacts({ buyer }: { buyer: Buyer }) {
  const words = useCustomerWords();
  const language = useLanguage();
  const zone = useShopZone();
  const { facts } = words;
  const rows = [
    [facts.language, facts.languages[buyer.language]],
    [facts.since, formatMoment(buyer.created_at, language, zone)],
    ...(buyer.province ? [[words.province, buyer.province]] : []),
    ...(buyer.groups.length > 0 ? [[facts.groups, buyer.groups.join(", ")]] : []),
  ];
  return (
    <Section title={facts.title}>
      <div className="grid gap-1">
        {buyer.email || buyer.phone ? null : <p className="text-muted">{facts.noContact}</p>}
        <Contact buyer={buyer} />
      </div>
      <dl className="grid gap-2">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Email and phone as links, or as masked text without `customers.contact`. */
function Contact({ buyer: { email, phone, is_clear } }: { buyer: Buyer }) {
  const { masked } = useCustomerWords();
  if (!is_clear) {
    return (
      <>
        {email ? <span>{email}</span> : null}
        {phone ? <span className="figures">{phone}</span> : null}
        <p className="text-sm text-muted">{masked}</p>
      </>
    );
  }
  return (
    <>
      {phone ? (
        <a href={`tel:${phone}`} className="link figures justify-self-start py-0.5">
          {shownPhone(phone)}
        </a>
      ) : null}
      {email ? (
        <a href={`mailto:${email}`} className="link justify-self-start break-all py-0.5">
          {email}
        </a>
      ) : null}
    </>
  );
}

export function BuyerAddresses({ addresses }: Pick<Buyer, "addresses">) {
  const { addresses: words } = useCustomerWords();
  const { address } = useBuyingWords();
  if (addresses.length === 0) return null;
  return (
    <Section title={words.title}>
      <ul className="grid gap-3">
        {addresses.map((one) => (
          <li key={one.id} className="border-l-2 border-rule pl-3">
            <p className="font-semibold">
              {[address.labels[one.label], one.is_default ? words.main : ""]
                .filter(Boolean)
                .join(" · ")}
            </p>
            {one.recipient ? <p>{one.recipient}</p> : null}
            {one.phone ? <p className="figures">{shownPhone(one.phone)}</p> : null}
            {one.street ? <p>{[one.street, one.landmark].filter(Boolean).join(", ")}</p> : null}
            <p className="text-muted">
              {one.region} {one.postal_code}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Marketing topics of the email address. The subscriber's page has the proof of consent. */
export function BuyerMail({ mail }: Pick<BuyerActivity, "mail">) {
  const { mail: words } = useCustomerWords();
  const to = useLocalPath();
  return (
    <Section title={words.title}>
      {mail && mail.topics.length > 0 ? (
        <ul className="grid justify-items-start gap-2">
          {mail.topics.map(({ slug, name, state }) => (
            <li key={slug}>
              <SubscriptionPill topic={name} state={state} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">{words.none}</p>
      )}
      {mail ? (
        <Link
          to={to(`/admin/MailList/Subscribers/${mail.recipient_id}`)}
          className="link flex min-h-11 items-center justify-self-start"
        >
          {words.open}
        </Link>
      ) : null}
    </Section>
  );
}
