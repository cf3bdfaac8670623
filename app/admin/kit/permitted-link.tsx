import { Link, type LinkProps } from "#app/ui/link.tsx";
import type { Permission } from "#shop/kernel/permissions.ts";
import { useMay } from "./use-may.ts";

interface PermittedLinkProps extends LinkProps {
  /** The permission that the linked page needs. Undefined: every member of staff may open it. */
  permission: Permission | undefined;
  /** The text names an action, so without the permission it is not shown either. */
  isAction?: boolean;
}

/** A link to a page of another part of the back office. Without the permission for that page, only the text is shown. */
export function PermittedLink({ permission, isAction = false, ...link }: PermittedLinkProps) {
  const may = useMay(permission);
  if (may) return <Link {...link} />;
  if (isAction) return null;
  return <span className={link.className?.replace(/\blink\b/, "").trim()}>{link.children}</span>;
}
