import type { ComponentProps } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { Link } from "./link.tsx";

type Look = "primary" | "quiet" | "danger" | "bare";

const looks: Record<Look, string> = {
  primary: "press-primary",
  quiet: "border-control bg-card text-ink hover:border-ink",
  danger: "border-stamp bg-card text-stamp hover:bg-stamp hover:text-card",
  bare: "border-transparent bg-transparent text-carbon hover:border-rule",
};

function classes(look: Look, wide: boolean | undefined, className: string | undefined): string {
  return `press ${looks[look]} ${wide ? "w-full" : ""} ${className ?? ""}`;
}

interface ButtonProps extends ComponentProps<"button"> {
  look?: Look;
  icon?: IconName;
  /** Work in progress: the button keeps its size and ignores further presses. */
  busy?: boolean;
  wide?: boolean;
}

export function Button({ look = "primary", icon, busy, wide, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      className={classes(look, wide, className)}
    >
      {busy ? <Busy /> : icon ? <Icon name={icon} /> : null}
      {rest.children}
    </button>
  );
}

interface ButtonLinkProps extends ComponentProps<typeof Link> {
  look?: Look;
  icon?: IconName;
  wide?: boolean;
}

export function ButtonLink({
  look = "primary",
  icon,
  wide,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={classes(look, wide, className)}>
      {children}
      {icon ? <Icon name={icon} /> : null}
    </Link>
  );
}

interface IconButtonProps extends ComponentProps<"button"> {
  icon: IconName;
  label: string;
}

export function IconButton({ icon, label, className = "", ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={`inline-grid size-11 shrink-0 place-items-center hover:text-carbon disabled:opacity-40 ${className}`}
    >
      <Icon name={icon} />
    </button>
  );
}

function Busy() {
  return (
    <span aria-hidden="true" className="inline-flex gap-1">
      <span className="size-1.5 animate-pulse bg-current" />
      <span className="size-1.5 animate-pulse bg-current [animation-delay:150ms]" />
      <span className="size-1.5 animate-pulse bg-current [animation-delay:300ms]" />
    </span>
  );
}
