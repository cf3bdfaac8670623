import { memo } from "react";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { formatPhone } from "#shop/kernel/phone.ts";
import { placeOf, whatsappAddress } from "#shop/settings/merchant/merchant.ts";
import { ColourModeSwitch } from "./header/colour-mode-switch.tsx";
import { LanguageSwitch } from "./header/language-switch.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

/** The merchant and its contacts, required by law, in the same place on every page. */
export const Footer = memo(function Footer() {
  const { footer } = useWords();
  const { chargesPpn } = useMerchant();
  return (
    <footer className="no-print sheet sheet-top mt-20 after:inset-x-0">
      <div className="page imprint">
        <Imprint />
      </div>
      <SignUpForm />
      <div className="page flex flex-wrap items-center justify-end gap-x-4 py-2">
        <p className="mr-auto py-2 text-sm text-muted">
          {chargesPpn ? footer.pricesWithTax : footer.prices}
        </p>
        <LanguageSwitch />
        <ColourModeSwitch place="footer" />
      </div>
    </footer>
  );
});

function Imprint() {
  const merchant = useMerchant();
  const words = useWords();
  const to = useLocalPath();
  const language = useLanguage();
  return (
    <>
      <div className="grid content-start gap-3">
        <p className="font-display text-2xl font-extrabold">{merchant.name}</p>
        <address className="text-sm text-muted not-italic">
          {[merchant.legalName, placeOf(merchant), merchant.hours[language]]
            .filter(Boolean)
            .map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
        </address>
        <p className="flex flex-wrap gap-x-6 text-sm">
          {merchant.whatsapp ? (
            <a
              className="link flex min-h-11 items-center gap-2"
              href={whatsappAddress(merchant, words.footer.whatsappText(merchant.name))}
            >
              <Icon name="message-circle" className="size-4" />
              WhatsApp {formatPhone(merchant.whatsapp)}
            </a>
          ) : null}
          {merchant.email ? (
            <a className="link flex min-h-11 items-center gap-2" href={`mailto:${merchant.email}`}>
              <Icon name="mail" className="size-4" />
              {merchant.email}
            </a>
          ) : null}
        </p>
      </div>
      {words.footer.groups.map((group) => (
        <nav key={group.title} aria-label={group.title}>
          <h2 className="printed font-sans">{group.title}</h2>
          <ul className="mt-1">
            {group.links.map(([name, path]) => (
              <li key={path}>
                <Link to={to(path)} className="foot-link">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </>
  );
}
