import { useLocation } from "react-router";
import { useInBrowser } from "#app/browser/browser-facts.ts";
import { countPieces, useCart } from "#app/browser/cart/cart-store.ts";
import { useAccountCart } from "#app/browser/cart/use-account-cart.ts";
import { useSeemsSignedIn } from "#app/browser/session/session-presence.ts";
import { useLocalPath } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { SiteLink } from "#app/ui/site-link.tsx";
import type { ShownLink } from "../shell-data.ts";
import { Banner } from "./banner.tsx";
import { ColourModeSwitch } from "./colour-mode-switch.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { SearchBox } from "./search-box.tsx";
import { Wordmark } from "./wordmark.tsx";

/** The shop's name, the menu and the search box; in print only the name. */
export function Header({ menu }: { menu: readonly ShownLink[] }) {
  useAccountCart();
  const { name } = useMerchant();
  return (
    <>
      <p className="page hidden font-display text-xl font-extrabold print:block">{name}</p>
      <header className="no-print border-b border-rule bg-card">
        <Banner />
        <div className="hidden border-b border-rule md:block">
          <div className="page flex flex-wrap items-center justify-end gap-4 text-sm text-muted">
            <LanguageSwitch />
            <ColourModeSwitch place="header" />
          </div>
        </div>
        <div className="page flex flex-wrap items-center gap-x-8 pt-2 pb-3 md:py-4">
          <Wordmark />
          <div className="order-last mt-1 flex w-full md:order-none md:mt-0 md:w-auto md:grow md:basis-64">
            <SearchBox />
          </div>
          <div className="ml-auto flex flex-wrap items-center md:gap-2">
            <AccountLink />
            <CartLink />
          </div>
        </div>
        <Menu links={menu} />
      </header>
    </>
  );
}

function Menu({ links }: { links: readonly ShownLink[] }) {
  const words = useWords();
  const { pathname, search } = useLocation();
  // Of the page's filters, only `category` decides which link is the current page.
  const category = new URLSearchParams(search).get("category");
  const address = (category ? `${pathname}?category=${category}` : pathname).toLowerCase();
  return (
    <nav aria-label={words.menu} className="categories border-t border-rule">
      <ul className="page no-scrollbar flex overflow-x-auto [scrollbar-width:none]">
        {links.map(({ name, to }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: staff may repeat a title or a link, and the order is fixed
          <li key={place} className="first:-ml-3">
            <SiteLink
              to={to}
              className="head-link"
              aria-current={to.toLowerCase() === address ? "page" : undefined}
            >
              {name}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function AccountLink() {
  const words = useWords();
  const to = useLocalPath();
  const signedIn = useSeemsSignedIn();
  return (
    <HeaderLink
      to={to(signedIn ? "/dashboard" : "/Auth")}
      icon="user"
      label={signedIn ? words.account : words.signIn}
    />
  );
}

function CartLink() {
  const words = useWords();
  const to = useLocalPath();
  const lines = useCart((cart) => cart.lines);
  const inBrowser = useInBrowser();
  const count = inBrowser ? countPieces(lines) : 0;
  return (
    <HeaderLink
      to={to("/Cart")}
      icon="shopping-basket"
      label={words.cart}
      badge={count}
      spoken={words.cartCount(count)}
    />
  );
}

interface HeaderLinkProps {
  to: string;
  icon: IconName;
  label: string;
  badge?: number;
  spoken?: string;
}

function HeaderLink({ to, icon, label, badge = 0, spoken = label }: HeaderLinkProps) {
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      aria-current={pathname.toLowerCase() === to.toLowerCase() ? "page" : undefined}
      aria-label={spoken}
      className="head-action"
    >
      <span className="relative">
        <Icon name={icon} className="size-6" />
        {badge > 0 ? (
          <span
            // Drawn by CSS: the link's accessible name contains the number.
            data-count={badge > 99 ? "99+" : badge}
            className="figures absolute -top-2.5 left-4.5 grid h-5 min-w-5 place-items-center bg-carbon px-1 text-[0.6875rem] text-on-carbon before:content-[attr(data-count)]"
          />
        ) : null}
      </span>
      <span className={`hidden lg:inline ${badge > 9 ? "ml-5" : badge > 0 ? "ml-3" : ""}`}>
        {label}
      </span>
    </Link>
  );
}
