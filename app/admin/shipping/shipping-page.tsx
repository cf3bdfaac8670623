import type { ReactNode } from "react";
import { TabbedPage } from "#app/admin/kit/tabbed-page.tsx";
import { useShippingWords } from "#app/admin/shipping/messages/shipping.ts";

const tabs = [
  ["zones", "/admin/Shipping"],
  ["methods", "/admin/Shipping/Methods"],
  ["rates", "/admin/Shipping/Rates"],
  ["hours", "/admin/Shipping/Hours"],
  ["classes", "/admin/Shipping/Classes"],
  ["couriers", "/admin/Shipping/Couriers"],
  ["origin", "/admin/Shipping/Origin"],
  ["test", "/admin/Shipping/Test"],
] as const;

interface ShippingPageProps {
  tab: (typeof tabs)[number][0];
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of every list of delivery. */
export function ShippingPage(props: ShippingPageProps) {
  const words = useShippingWords();
  return <TabbedPage {...props} title={words.title} tabs={tabs} labels={words.tabs} />;
}
