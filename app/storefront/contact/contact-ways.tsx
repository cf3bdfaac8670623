import { shop } from "#app/identity.ts";
import { useLanguage } from "#app/language.ts";
import { useContactWords } from "#app/messages/contact.ts";
import { useWords } from "#app/messages/ui.ts";
import { Icon } from "#app/ui/icon.tsx";

export function ContactWays() {
  const language = useLanguage();
  const words = useContactWords();
  const { footer } = useWords();
  const way = "flex min-h-11 items-center gap-3";
  return (
    <section className="mt-6 border-t border-rule pt-4">
      <h2 className="printed font-sans">{words.ways}</h2>
      <a
        className={`${way} link mt-1`}
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
        <span>
          {shop.legalName}, {shop.street}, {shop.city}
        </span>
      </address>
    </section>
  );
}
