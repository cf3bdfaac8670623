import type { ReactNode } from "react";
import { useLocalPath } from "#app/language.ts";
import { useShippingWords } from "#app/messages/admin/shipping.ts";
import { Link } from "#app/ui/link.tsx";

const tabs = [
  ["zones", "/admin/Shipping"],
  ["methods", "/admin/Shipping/Methods"],
  ["rates", "/admin/Shipping/Rates"],
  ["hours", "/admin/Shipping/Hours"],
  ["classes", "/admin/Shipping/Classes"],
  ["couriers", "/admin/Shipping/Couriers"],
  ["test", "/admin/Shipping/Test"],
] as const;

interface ShippingPageProps {
  tab: (typeof tabs)[number][0];
  /** Right of the heading, e.g. a button that adds. */
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of every list of delivery: heading, tabs, content. */
export function ShippingPage({ tab, action, children }: ShippingPageProps) {
  const words = useShippingWords();
  const to = useLocalPath();
  return (
    <div className="@container grid gap-5">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 tabIndex={-1} className="min-w-0 text-2xl">
          {words.title}
        </h1>
        {action}
      </header>
      <nav aria-label={words.title} className="-mx-4 overflow-x-auto px-4 lg:-mx-8 lg:px-8">
        <ul className="flex min-w-max border-b border-rule">
          {tabs.map(([name, path]) => (
            <li key={name}>
              <Link
                to={to(path)}
                aria-current={name === tab ? "page" : undefined}
                className="flex min-h-11 items-center border-b-2 border-transparent px-3 whitespace-nowrap hover:text-carbon aria-[current]:border-carbon aria-[current]:font-semibold lg:min-h-10"
              >
                {words.tabs[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
