import { useLanguage } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { useWords } from "#app/messages/ui.ts";
import { Icon } from "#app/ui/icon.tsx";
import { placeOf, whatsappAddress } from "#shop/merchant/merchant.ts";
import { formatPhone } from "#shop/phone.ts";
import type { Route } from "./+types/contact";
import { ReadingSheet, readingMeta } from "./reading-sheet.tsx";

export const meta: Route.MetaFunction = (args) => readingMeta("contact", args);

export default function ContactScreen() {
  const language = useLanguage();
  const { footer } = useWords();
  const merchant = useMerchant();
  const place = placeOf(merchant);
  const way = "flex min-h-14 items-center gap-4";
  return (
    <ReadingSheet name="contact">
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
          {[merchant.legalName, place].filter(Boolean).join(", ")}
        </address>
      ) : null}
    </ReadingSheet>
  );
}
