import type { CSSProperties, ReactNode } from "react";

/** A place on a sheet, as shares of its width and height. */
export interface PinPosition {
  readonly across: number;
  readonly down: number;
}

/** Names of the tokens (styles/colours.css) of a box: its border with the tip, its ground, and its number. */
const looks = {
  open: ["ink", "yellow", "yellow-ink"],
  settled: ["control", "card", "muted"],
  pending: ["carbon", "carbon", "on-carbon"],
} as const;

interface PinMarkProps {
  at: PinPosition;
  look: keyof typeof looks;
  /** The number in its box. */
  children: ReactNode;
}

/** A number with a tip at its place, as on a map (app/styles/pins.css): it does not cover what it is about. */
export function PinMark({ at: { across, down }, look, children }: PinMarkProps) {
  const [pin, paper, ink] = looks[look];
  const style = {
    ...{ "--across": across, "--down": down },
    ...{ "--pin": `var(--${pin})`, "--pin-paper": `var(--${paper})`, "--pin-ink": `var(--${ink})` },
  } as CSSProperties;
  return (
    <span className="pin figures text-sm font-semibold" style={style}>
      {children}
    </span>
  );
}
