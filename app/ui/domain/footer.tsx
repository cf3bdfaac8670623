import { memo } from "react";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { Icon } from "#app/ui/icon.tsx";
import { SiteLink } from "#app/ui/site-link.tsx";
import { formatPhone } from "#shop/kernel/phone.ts";
import { placeOf, whatsappAddress } from "#shop/settings/merchant/merchant.ts";
import { ColourModeSwitch } from "./header/colour-mode-switch.tsx";
import { LanguageSwitch } from "./header/language-switch.tsx";
import type { ShellData } from "./shell-data.ts";
import { SignUpForm } from "./sign-up-form.tsx";

interface FooterProps {
  /** Null: the built-in columns. */
  columns: ShellData["footer"];
}

/** The merchant and its contacts, required by law, in the same place on every page. */
export const Footer = memo(function Footer({ columns }: FooterProps) {
  const { footer } = useWords();
  const { chargesPpn } = useMerchant();
  return (
    <footer className="no-print sheet sheet-top mt-20 after:inset-x-0">
      <div className="page imprint">
        <Imprint columns={columns} />
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

function Imprint({ columns }: FooterProps) {
  const merchant = useMerchant();
  const words = useWords();
  const to = useLocalPath();
  const language = useLanguage();
  const builtIn = ({ title, links }: (typeof words.footer.groups)[number]) => ({
    title,
    links: links.map(([name, path]) => ({ name, to: to(path) })),
  });
  const { groups, legal } = words.footer;
  const shown = columns ? [...columns, builtIn(legal)] : groups.map(builtIn);
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
      {shown.map(({ title, links }, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: staff may repeat a title or a link, and the order is fixed
        <nav key={column} aria-label={title}>
          <h2 className="printed font-sans">{title}</h2>
          <ul className="mt-1">
            {links.map(({ name, to }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: staff may repeat a title or a link, and the order is fixed
              <li key={place}>
                <SiteLink to={to} className="foot-link">
                  {name}
                </SiteLink>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </>
  );
}
