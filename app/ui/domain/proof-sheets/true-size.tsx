import { storedState } from "#app/browser/stored-state.ts";
import { useProofWords } from "#app/messages/shared/proof.ts";

/** A bank card as ISO 7810 has it, in millimetres. */
const card = { width: 85.6, height: 53.98 };
/** Pixels of a millimetre where nothing was calibrated: CSS takes an inch for 96. */
const assumed = 96 / 25.4;
const range = { min: 2, max: 12 };

interface ScreenScale {
  /** Pixels of this screen for a millimetre. */
  readonly scale: number;
  setScale: (scale: number) => void;
}

/** What somebody calibrated, as long as the device remembers it. */
export const useScreenScale = storedState<ScreenScale>(
  "screen-pixels-per-mm",
  (set) => ({ scale: assumed, setScale: (scale) => set({ scale }) }),
  {
    read: ({ scale }) =>
      typeof scale === "number" && scale >= range.min && scale <= range.max ? { scale } : {},
  },
);

interface CalibrateProps {
  scale: number;
  onScale: (scale: number) => void;
}

/** A box that becomes as large as the bank card that somebody holds to the screen. */
export function Calibrate({ scale, onScale }: CalibrateProps) {
  const words = useProofWords();
  return (
    <details className="border border-rule px-3 pb-2 text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
        {words.calibrate}
      </summary>
      <p className="pb-2 text-muted">{words.calibrateHint}</p>
      <div className="overflow-hidden">
        <div
          aria-hidden="true"
          className="max-w-none border-2 border-ink bg-paper"
          style={{ width: card.width * scale, height: card.height * scale }}
        />
      </div>
      <label className="grid gap-1 pt-2">
        {words.cardWidth}
        <input
          type="range"
          {...range}
          step={0.01}
          value={scale}
          aria-valuetext={`${Math.round(card.width * scale)} px`}
          onChange={({ currentTarget }) => onScale(Number(currentTarget.value))}
          className="h-11 w-full accent-carbon"
        />
      </label>
    </details>
  );
}
