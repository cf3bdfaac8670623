import type { CSSProperties, ReactNode } from "react";

/** A place on a sheet, as shares of its width and height. */
export interface PinPosition {
  readonly across: number;
  readonly down: number;
}

interface PinMarkProps {
  at: PinPosition;
  look: "open" | "settled" | "pending";
  /** The number in its box. */
  children: ReactNode;
}

/** A number with a tip at its place, as on a map (app/styles/pins.css): it does not cover what it is about. */
export function PinMark({ at: { across, down }, look, children }: PinMarkProps) {
  const position = { "--across": across, "--down": down } as CSSProperties;
  return (
    <span className={`pin pin-${look} figures`} style={position}>
      {children}
    </span>
  );
}
