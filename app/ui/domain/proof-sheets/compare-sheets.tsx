import { memo, useState } from "react";
import { useProofWords } from "#app/messages/shared/proof.ts";
import type { Proof } from "#shop/production/customisations/customisation.ts";
import type { ProofSheet } from "#shop/production/customisations/proofs/proof-sheet.ts";
import { sheetHref, sheetRatio } from "./sheet-view.tsx";

export type Comparison = "slider" | "beside" | "difference";

type Compared = Pick<Proof, "version" | "sheets" | "words">;

interface CompareSheetsProps {
  before: Compared;
  after: Compared;
  way: Comparison;
}

/** Two versions of a proof, area by area, on top of each other or side by side. */
export function CompareSheets({ before, after, way }: CompareSheetsProps) {
  const words = useProofWords();
  const [share, setShare] = useState(50);
  const has = (sheets: readonly ProofSheet[], { side, area }: ProofSheet) =>
    sheets.find((one) => one.side === side && one.area === area);
  const removed = before.sheets.filter((sheet) => !has(after.sheets, sheet));
  return (
    <div className="grid gap-3">
      {[...after.sheets, ...removed].map((sheet) => {
        const was = has(before.sheets, sheet);
        const now = has(after.sheets, sheet);
        const key = `${sheet.side}/${sheet.area}`;
        if (!was || !now) {
          const only = was ? before : after;
          return (
            <figure key={key}>
              <Sheet sheet={sheet} proof={only} />
              <figcaption className="pt-1 text-sm text-muted">
                {words.onlyIn(only.version)}
              </figcaption>
            </figure>
          );
        }
        if (way === "beside") {
          return (
            <div key={key} className="grid grid-cols-2 gap-2">
              {[
                { proof: before, sheet: was },
                { proof: after, sheet: now },
              ].map((one) => (
                <figure key={one.proof.version} className="min-w-0">
                  <Sheet {...one} />
                  <figcaption className="pt-1 text-sm">
                    {words.version(one.proof.version)}
                  </figcaption>
                </figure>
              ))}
            </div>
          );
        }
        const isSlider = way === "slider";
        return (
          <div
            key={key}
            className={`relative isolate ${isSlider ? "" : "invert"}`}
            style={{ aspectRatio: sheetRatio(now) }}
          >
            <Sheet sheet={was} proof={before} isLaid />
            <div
              className={`absolute inset-0 ${isSlider ? "" : "mix-blend-difference"}`}
              style={isSlider ? { clipPath: `inset(0 0 0 ${100 - share}%)` } : {}}
            >
              <Sheet sheet={now} proof={after} isLaid />
            </div>
            {isSlider ? (
              <span
                aria-hidden="true"
                className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-carbon"
                style={{ left: `${100 - share}%` }}
              />
            ) : null}
          </div>
        );
      })}
      {way === "slider" ? (
        <label className="grid gap-1 text-sm">
          {words.slider(before.version, after.version)}
          <input
            type="range"
            min={0}
            max={100}
            value={share}
            aria-valuetext={words.sliderAt(share, after.version)}
            onChange={({ currentTarget }) => setShare(Number(currentTarget.value))}
            className="h-11 w-full accent-carbon"
          />
        </label>
      ) : null}
      {way === "difference" ? <p className="text-sm text-muted">{words.differenceHint}</p> : null}
    </div>
  );
}

interface SheetProps {
  sheet: ProofSheet;
  proof: Compared;
  /** Above or below another one. */
  isLaid?: boolean;
}

/** The picture's address is as long as the picture: a moved slider does not make it again. */
const Sheet = memo(function Sheet({ sheet, proof, isLaid = false }: SheetProps) {
  const words = useProofWords();
  return (
    <img
      src={sheetHref(sheet)}
      alt={words.shows(proof.version, proof.words.join(", "))}
      style={{ aspectRatio: sheetRatio(sheet) }}
      className={isLaid ? "absolute inset-0 size-full" : "w-full border border-rule"}
    />
  );
});
