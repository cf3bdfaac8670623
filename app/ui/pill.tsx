import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

/** The copy of the receipt that a thing is on; see styles/colours.css. */
export type Copy = "white" | "yellow" | "pink" | "green" | "stamp";

const copies: Record<Copy, string> = {
  white: "bg-card text-ink border-control",
  yellow: "bg-yellow text-yellow-ink border-transparent",
  pink: "bg-pink text-pink-ink border-transparent",
  green: "bg-green text-green-ink border-transparent",
  stamp: "bg-card text-stamp border-stamp",
};

/** A status: always an icon and a word, never colour alone. */
export function Pill({
  copy,
  icon,
  children,
}: {
  copy: Copy;
  icon: IconName;
  children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 border px-2 py-0.5 text-xs font-semibold in-[td]:whitespace-nowrap ${copies[copy]}`}
    >
      <Icon name={icon} className="size-3.5" />
      {children}
    </span>
  );
}
