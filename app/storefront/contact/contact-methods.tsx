import { useLanguage } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { useContactWords } from "#app/storefront/contact/messages/contact.ts";
import { Icon } from "#app/ui/icon.tsx";
import { formatPhone } from "#shop/kernel/phone.ts";
import { placeOf, whatsappAddress } from "#shop/settings/merchant/merchant.ts";

export function ContactMethods() {
  const language = useLanguage();
  const words = useContactWords();
  const { footer } = useWords();
  const merchant = useMerchant();
  const place = placeOf(merchant);
  const hasMethods = merchant.whatsapp || merchant.email || merchant.hours[language] || place;
  if (!hasMethods) return null;
  const way = "flex min-h-11 items-center gap-3";
  return (
    <section className="mt-6 border-t border-rule pt-4">
      <h2 className="printed mb-1 font-sans">{words.methods}</h2>
      {merchant.whatsapp ? (
        <a
          className={`${way} link`}
          href={whatsappAddress(merchant, footer.whatsappText(merchant.name))}
        >
          <Icon name="message-circle" />
          WhatsApp {formatPhone(merchant.whatsapp)}
        </a>
      ) : null}
      {merchant.email ? (
        <a className={`${way} link`} href={`mailto:${merchant.email}`}>
          <Icon name="mail" />
          {merchant.email}
        </a>
      ) : null}
      {merchant.hours[language] ? (
        <p className={way}>
          <Icon name="clock" />
          {merchant.hours[language]}
        </p>
      ) : null}
      {place ? (
        <address className={`${way} not-italic`}>
          <Icon name="map-pin" />
          <span>{[merchant.legalName, place].filter(Boolean).join(", ")}</span>
        </address>
      ) : null}
    </section>
  );
}
