import { Link, type LinkProps } from "#app/ui/link.tsx";
import type { Permission } from "#shop/kernel/permissions.ts";
import { useMay } from "./use-may.ts";

interface PermittedLinkProps extends LinkProps {
  /** What the page behind the link needs; undefined where every member of staff may open it. */
  needs: Permission | undefined;
  /** The words name an act, and say nothing without the page. */
  isAct?: boolean;
}

/** A link to a page of another part of the back office; only its words where the page would be refused. */
export function PermittedLink({ needs, isAct = false, ...link }: PermittedLinkProps) {
  const may = useMay(needs);
  if (may) return <Link {...link} />;
  if (isAct) return null;
  return <span className={link.className?.replace(/\blink\b/, "").trim()}>{link.children}</span>;
}
