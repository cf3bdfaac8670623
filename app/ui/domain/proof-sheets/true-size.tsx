import { useEffect, useState } from "react";
import { useProofWords } from "#app/messages/shared/proof.ts";

/** A bank card as ISO 7810 has it, in millimetres. */
const card = { width: 85.6, height: 53.98 };
/** Pixels of a millimetre where nothing was calibrated: CSS takes an inch for 96. */
const assumed = 96 / 25.4;
const range = { min: 2, max: 12 };
const storageKey = "screen-pixels-per-mm";

/** Pixels of this screen for a millimetre, and a way to set them, which the device remembers. */
export function useScreenScale(): [number, (scale: number) => void] {
  const [scale, setScale] = useState(assumed);
  useEffect(() => {
    const stored = Number(localStorage.getItem(storageKey));
    if (stored >= range.min && stored <= range.max) setScale(stored);
  }, []);
  return [
    scale,
    (next) => {
      setScale(next);
      localStorage.setItem(storageKey, String(next));
    },
  ];
}

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
