import type { ReactNode } from "react";
import { Link } from "./link.tsx";

interface SiteLinkProps {
  /** A path of the shop with its language, or an https address. */
  to: string;
  className?: string;
  "aria-current"?: "page" | undefined;
  children: ReactNode;
}

/** A link of a menu, the footer or the announcement, to a page of the shop or to another site. */
export function SiteLink(props: SiteLinkProps) {
  if (props.to.startsWith("/")) return <Link {...props} />;
  const { to, ...rest } = props;
  return <a {...rest} href={to} rel="noopener" />;
}
