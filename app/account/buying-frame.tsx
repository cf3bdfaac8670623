import type { ReactNode } from "react";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { LanguageSwitch } from "#app/ui/domain/header/language-switch.tsx";
import { Wordmark } from "#app/ui/domain/header/wordmark.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { OfflineBanner } from "#app/ui/offline-banner.tsx";
import { SkipLink } from "#app/ui/skip-link.tsx";
import { formatPhone } from "#shop/kernel/phone.ts";
import { placeOf, whatsappAddress } from "#shop/settings/merchant/merchant.ts";

const wayLook = "flex min-h-11 items-center gap-2 text-sm font-semibold hover:text-carbon";

/** The frame of a purchase: nothing that leads away but the cart and help. */
export function BuyingFrame({ children }: { children: ReactNode }) {
  const { frame } = useBuyingWords();
  const to = useLocalPath();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="no-print border-b border-rule bg-card">
        <div className="page flex flex-wrap items-center gap-x-6 py-2">
          <Wordmark />
          <nav
            aria-label={frame.label}
            className="ml-auto flex flex-wrap items-center gap-x-4 sm:gap-x-6"
          >
            <Link to={to("/Cart")} className={wayLook}>
              <Icon name="arrow-left" className="size-4" />
              {frame.cart}
            </Link>
            <Help />
          </nav>
        </div>
      </header>
      <OfflineBanner />
      <main id="content" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <BuyingFooter />
    </div>
  );
}

function Help() {
  const words = useWords();
  const { frame } = useBuyingWords();
  const to = useLocalPath();
  const merchant = useMerchant();
  const label = (
    <>
      <Icon name="message-circle" />
      <span className="max-sm:sr-only">{frame.help}</span>
    </>
  );
  return merchant.whatsapp ? (
    <a
      href={whatsappAddress(merchant, words.footer.whatsappText(merchant.name))}
      target="_blank"
      rel="noreferrer"
      className={wayLook}
    >
      {label}
    </a>
  ) : (
    <Link to={to("/Contact")} className={wayLook}>
      {label}
    </Link>
  );
}

/** The seller with address and contact: the law requires them where a buyer pays, and the terms refer to them. */
function BuyingFooter() {
  const { frame } = useBuyingWords();
  const to = useLocalPath();
  const language = useLanguage();
  const merchant = useMerchant();
  const { name, legalName, email, whatsapp, hours } = merchant;
  return (
    <footer className="no-print mt-12 border-t border-rule bg-card">
      <div className="page flex flex-wrap items-center gap-x-6 py-2 text-sm text-muted">
        <p className="wrap-anywhere">
          {[legalName || name, placeOf(merchant), hours[language], formatPhone(whatsapp), email]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <Link to={to("/PrivacyPolicy")} className="link flex min-h-11 items-center">
          {frame.privacy}
        </Link>
        <span className="ml-auto">
          <LanguageSwitch />
        </span>
      </div>
    </footer>
  );
}
