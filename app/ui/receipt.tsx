import type { ReactNode } from "react";
import type { Copy } from "./pill.tsx";

interface ReceiptProps {
  /** The running number, top right: an order's number, a count of lines. */
  number?: ReactNode;
  heading?: ReactNode;
  /** The copy it is written on. */
  copy?: Exclude<Copy, "stamp">;
  /** Torn at the lower edge as well. */
  torn?: boolean;
  className?: string;
  children: ReactNode;
}

/** The colour of a copy; by night its edge and title only. Beside the class `sheet`. */
export const copySheets = {
  white: "",
  yellow: "[--sheet:var(--yellow)] text-yellow-ink",
  pink: "[--sheet:var(--pink)] text-pink-ink",
  green: "[--sheet:var(--green)] text-green-ink",
};

/** One leaf of the receipt book: perforated where it was torn off, ruled, numbered. */
export function Receipt({
  number,
  heading,
  copy = "white",
  torn,
  className = "",
  children,
}: ReceiptProps) {
  return (
    <section
      className={`sheet sheet-top ${torn ? "sheet-bottom" : ""} ${copySheets[copy]} ${className}`}
    >
      <div className="px-5 pt-6 pb-6">
        {heading || number ? (
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 border-b border-current/40 pb-3">
            <div className="font-display text-xl font-bold">{heading}</div>
            <div className="figures text-sm text-stamp">{number}</div>
          </div>
        ) : null}
        {children}
      </div>
    </section>
  );
}

/** A line with its amount at the right, joined by dots as on a till roll. */
export function ReceiptLine({
  label,
  strong,
  className = "",
  children,
}: {
  label: ReactNode;
  strong?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={`flex flex-wrap items-baseline gap-x-2 py-1 ${strong ? "text-lg font-bold" : ""} ${className}`}
    >
      <dt>{label}</dt>
      <span aria-hidden="true" className="leader min-w-3" />
      <dd className="money text-right">{children}</dd>
    </div>
  );
}
