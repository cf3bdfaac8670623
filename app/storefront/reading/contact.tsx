import { shop } from "#app/identity.ts";
import { useLanguage } from "#app/language.ts";
import { useWords } from "#app/messages/ui.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Route } from "./+types/contact";
import { ReadingSheet, readingMeta } from "./reading-sheet.tsx";

export const meta: Route.MetaFunction = (args) => readingMeta("contact", args);

export default function ContactScreen() {
  const language = useLanguage();
  const { footer } = useWords();
  const way = "flex min-h-14 items-center gap-4";
  return (
    <ReadingSheet name="contact">
      <a
        className={`${way} link`}
        href={`https://wa.me/${shop.whatsapp}?text=${encodeURIComponent(footer.whatsappText)}`}
      >
        <Icon name="message-circle" />
        WhatsApp {shop.whatsappShown}
      </a>
      <a className={`${way} link`} href={`mailto:${shop.email}`}>
        <Icon name="mail" />
        {shop.email}
      </a>
      <p className={way}>
        <Icon name="clock" />
        {shop.hours[language]}
      </p>
      <address className={`${way} not-italic`}>
        <Icon name="map-pin" />
        {shop.legalName}, {shop.street}, {shop.city}
      </address>
    </ReadingSheet>
  );
}
