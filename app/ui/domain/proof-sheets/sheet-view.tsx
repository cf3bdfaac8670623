import type { MouseEvent } from "react";
import { useProofWords } from "#app/messages/shared/proof.ts";
import { safeLine } from "#shop/designs/print/safe-line.ts";
import type {
  Pin,
  PinPlace,
  ProofSheet,
} from "#shop/production/customisations/proofs/proof-sheet.ts";
import { PinMark, type PinPosition, pinned } from "./pin-mark.tsx";
import { SharpnessMap } from "./sharpness-map.tsx";

/** The address of a sheet's picture, which stands alone. */
export const sheetHref = ({ svg }: ProofSheet) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Width of a sheet with its bleed, in millimetres. */
export const sheetWidth = ({ w, bleed }: ProofSheet) => w + 2 * bleed;
/** As CSS writes it. */
export const sheetRatio = ({ w, h, bleed }: ProofSheet) => `${w + 2 * bleed} / ${h + 2 * bleed}`;

interface SheetViewProps {
  sheet: ProofSheet;
  /** What it shows, for people who do not see it. */
  label: string;
  showsLines: boolean;
  /** Colours each picture by how sharp it is printed. */
  showsSharpness: boolean;
  /** Pixels of the screen for a millimetre; null: as wide as there is room. */
  scale: number | null;
  /** Of this sheet. */
  pins: readonly Pin[];
  /** A place that is not stored yet. */
  pending: PinPlace | null;
  /** A press on the sheet; the list of layers does the same without a pointer. */
  onPress: ((place: PinPlace) => void) | undefined;
  onPin: (pin: Pin) => void;
}

/** One flat proof with its lines and pins. */
export function SheetView({
  sheet,
  label,
  showsLines,
  showsSharpness,
  scale,
  ...props
}: SheetViewProps) {
  const words = useProofWords();
  const { pins, pending, onPress, onPin } = props;
  const { side, area, w, h, bleed } = sheet;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const across = ((event.clientX - box.left) / box.width) * (w + 2 * bleed) - bleed;
    const down = ((event.clientY - box.top) / box.height) * (h + 2 * bleed) - bleed;
    onPress?.({ side, area, x: within(across, w), y: within(down, h) });
  };
  const at = ({ x, y }: PinPlace): PinPosition => ({
    across: (x + bleed) / (w + 2 * bleed),
    down: (y + bleed) / (h + 2 * bleed),
  });
  return (
    <div className={scale === null ? "" : "overflow-auto"}>
      <div
        className={`relative ${scale === null ? "w-full" : ""}`}
        data-sheet
        style={{
          ...pinned,
          aspectRatio: sheetRatio(sheet),
          ...(scale === null ? {} : { width: sheetWidth(sheet) * scale }),
        }}
      >
        <img src={sheetHref(sheet)} alt={label} className="absolute inset-0 size-full" />
        {showsSharpness ? <SharpnessMap sheet={sheet} /> : null}
        {showsLines ? <Lines sheet={sheet} /> : null}
        {onPress ? (
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            data-press
            className="absolute inset-0 cursor-crosshair"
            onClick={press}
          />
        ) : null}
        {pins.map((pin) => (
          <PinMark key={pin.id} at={at(pin)} look={pin.settled_at ? "settled" : "open"}>
            {(style) => (
              <button
                type="button"
                style={style}
                onClick={() => onPin(pin)}
                aria-label={`${words.pin(pin.number)}, ${pin.settled_at ? words.settled : words.open}`}
              >
                {pin.number}
              </button>
            )}
          </PinMark>
        ))}
        {pending ? (
          <PinMark at={at(pending)} look="pending">
            {(style) => (
              <span aria-hidden="true" style={style}>
                +
              </span>
            )}
          </PinMark>
        ) : null}
      </div>
    </div>
  );
}

/** The trim line, and how far from it words stay. */
function Lines({ sheet: { w, h, bleed, safe, trim } }: { sheet: ProofSheet }) {
  const inner = safeLine(trim, safe);
  return (
    <svg
      aria-hidden="true"
      viewBox={`${-bleed} ${-bleed} ${w + 2 * bleed} ${h + 2 * bleed}`}
      className="pointer-events-none absolute inset-0 size-full"
      fill="none"
    >
      {/* Goods have any colour, in both modes: each line lies on a pale one. */}
      {["pale", "line"].map((layer) => (
        <g key={layer} className={`sheet-${layer}`}>
          <path d={trim} className="trim" vectorEffect="non-scaling-stroke" />
          <path d={inner} className="safe" vectorEffect="non-scaling-stroke" />
        </g>
      ))}
    </svg>
  );
}

/** Tenths of a millimetre inside the trim. */
const within = (value: number, end: number) =>
  Math.min(Math.max(Math.round(value * 10) / 10, 0), end);
