import { useState } from "react";
import { useMedia } from "#app/browser/use-media.ts";
import { useProofWords } from "#app/messages/shared/proof.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import type { Message, Proof } from "#shop/production/customisations/customisation.ts";
import {
  inReadingOrder,
  type Pin,
  type PinPlace,
} from "#shop/production/customisations/proofs/proof-sheet.ts";
import { CompareSheets, type Comparison } from "./compare-sheets.tsx";
import { focusPin, PinForm, PinThreads } from "./pin-threads.tsx";
import { SharpnessLegend } from "./sharpness-map.tsx";
import { SheetView } from "./sheet-view.tsx";
import { Calibrate, useScreenScale } from "./true-size.tsx";

interface ProofViewerProps {
  customisation: string;
  /** Newest first; each has sheets. */
  proofs: readonly Proof[];
  pins: readonly Pin[];
  messages: readonly Message[];
  names: { readonly shop: string; readonly buyer: string };
  /** New pins, on the newest version, and replies. */
  mayPin: boolean;
  /** Narrow screens hide the tools behind a button. */
  isBrief?: boolean;
}

/** Layers whose buttons stand open; more would fill a screen before the pins. */
const maxOpenMarks = 6;

const modes = ["whole", "slider", "beside", "difference"] as const;

/** The flat proofs of a customisation: version by version, with lines, in true size, compared, and marked with pins. */
export function ProofViewer({ customisation, proofs, pins, isBrief, ...props }: ProofViewerProps) {
  const words = useProofWords();
  const isWide = useMedia("(width >= 48rem)");
  const [chosen, setChosen] = useState<string | null>(null);
  const [mode, setMode] = useState<"whole" | Comparison>("whole");
  const [showsLines, setLines] = useState(false);
  const [showsSharpness, setSharpness] = useState(false);
  const [isTrueSize, setTrueSize] = useState(false);
  const { scale, setScale } = useScreenScale();
  const [pending, setPending] = useState<(PinPlace & { proof: string }) | null>(null);
  // A version that somebody writes about stays, although a newer one has come.
  const proof = proofs.find(({ id }) => id === (pending?.proof ?? chosen)) ?? proofs[0];
  if (!proof) return null;
  const before = proofs[proofs.indexOf(proof) + 1];
  const shown = before && !pending ? mode : "whole";
  const isNewest = proof === proofs[0];
  const mayPin = props.mayPin && isNewest && shown === "whole";
  const own = inReadingOrder(
    pins.filter(({ proof_id }) => proof_id === proof.id),
    proof.sheets,
  );
  const pictures = proof.sheets.flatMap((sheet) => sheet.pictures);
  const pin = (place: PinPlace) => setPending({ ...place, proof: proof.id });
  const tools = (
    <>
      {proofs.length > 1 ? (
        <fieldset disabled={pending !== null} className="flex flex-wrap gap-x-4">
          <legend className="sr-only">{words.versions}</legend>
          {proofs.map((one) => (
            <Checkbox
              key={one.id}
              type="radio"
              name={`version-${customisation}`}
              checked={one === proof}
              onChange={() => setChosen(one.id)}
              label={<VersionLabel proof={one} pins={pins} />}
            />
          ))}
        </fieldset>
      ) : null}
      <div className="no-print flex flex-wrap items-center gap-x-4">
        {before ? (
          <fieldset disabled={pending !== null} className="flex flex-wrap gap-x-4">
            <legend className="sr-only">{words.modes}</legend>
            {modes.map((one) => (
              <Checkbox
                key={one}
                type="radio"
                name={`mode-${customisation}`}
                checked={one === shown}
                onChange={() => setMode(one)}
                label={words.mode[one]}
              />
            ))}
          </fieldset>
        ) : null}
        {shown === "whole" ? (
          <>
            <Checkbox
              label={words.lines}
              checked={showsLines}
              onChange={({ currentTarget }) => setLines(currentTarget.checked)}
            />
            {pictures.length > 0 ? (
              <Checkbox
                label={words.sharpness}
                checked={showsSharpness}
                onChange={({ currentTarget }) => setSharpness(currentTarget.checked)}
              />
            ) : null}
            <Checkbox
              label={words.trueSize}
              checked={isTrueSize}
              onChange={({ currentTarget }) => setTrueSize(currentTarget.checked)}
            />
          </>
        ) : null}
      </div>
      {shown === "whole" && showsLines ? <LineLegend /> : null}
      {shown === "whole" && showsSharpness ? <SharpnessLegend pictures={pictures} /> : null}
      {shown === "whole" && isTrueSize ? <Calibrate scale={scale} onScale={setScale} /> : null}
      {mayPin ? <LayerMarks proof={proof} onPin={pin} /> : null}
    </>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
      {shown !== "whole" && before ? (
        <CompareSheets before={before} after={proof} way={shown} />
      ) : (
        proof.sheets.map((sheet, index) => {
          const isOf = ({ side, area }: PinPlace) => side === sheet.side && area === sheet.area;
          return (
            <figure key={`${sheet.side}/${sheet.area}`} className="grid gap-1">
              <div className="border border-rule">
                <SheetView
                  sheet={sheet}
                  showsLines={showsLines}
                  showsSharpness={showsSharpness}
                  label={words.shows(
                    proof.version,
                    sheet.layers
                      .map(({ text }) => text)
                      .filter(Boolean)
                      .join(", "),
                  )}
                  scale={isTrueSize ? scale : null}
                  pins={own.filter(isOf)}
                  pending={pending && isOf(pending) ? pending : null}
                  onPress={mayPin ? pin : undefined}
                  onPin={({ id }) => focusPin(id)}
                />
              </div>
              {proof.sheets.length > 1 ? (
                <figcaption className="text-sm text-muted">{words.sheet(index + 1)}</figcaption>
              ) : null}
            </figure>
          );
        })
      )}
      {/* The print is above its tools, because the tools fill a phone's screen. */}
      {pending ? (
        <PinForm
          customisation={customisation}
          proof={pending.proof}
          place={pending}
          onClose={() => {
            // The new pin is on this version.
            setChosen(isNewest ? null : pending.proof);
            setPending(null);
          }}
        />
      ) : null}
      {pending && !isNewest && proofs[0] ? (
        <p role="status" className="text-sm">
          {words.newer(proofs[0].version, proof.version)}
        </p>
      ) : null}
      {isBrief ? (
        <details open={isWide} className="border-t border-rule">
          <summary className="link flex min-h-11 cursor-pointer items-center">
            {words.tools}
          </summary>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">{tools}</div>
        </details>
      ) : (
        tools
      )}
      <PinThreads
        customisation={customisation}
        pins={own}
        messages={props.messages}
        names={props.names}
        mayWrite={props.mayPin}
      />
    </div>
  );
}

function VersionLabel({ proof, pins }: { proof: Proof; pins: readonly Pin[] }) {
  const words = useProofWords();
  const open = pins.filter(({ proof_id, settled_at }) => proof_id === proof.id && !settled_at);
  return (
    <span>
      {words.version(proof.version)}
      {open.length > 0 ? (
        <span className="text-sm text-muted"> · {words.openPins(open.length)}</span>
      ) : null}
    </span>
  );
}

function LineLegend() {
  const words = useProofWords();
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-muted">
      <span className="inline-flex items-center gap-2">
        <span aria-hidden="true" className="w-6 border-t-2 border-stamp" />
        {words.trimLine}
      </span>
      <span className="inline-flex items-center gap-2">
        <span aria-hidden="true" className="w-6 border-t-2 border-dashed border-carbon" />
        {words.safeLine}
      </span>
    </p>
  );
}

/** The layers of a proof as buttons: a pin needs no pointer. */
function LayerMarks({ proof, onPin }: { proof: Proof; onPin: (place: PinPlace) => void }) {
  const words = useProofWords();
  const count = proof.sheets.reduce((sum, { layers }) => sum + layers.length, 0);
  return (
    <details open={count <= maxOpenMarks} className="no-print text-sm">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        {words.parts(count)}
      </summary>
      <p className="pb-2 text-muted">{words.markHint}</p>
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="sr-only">{words.markLayer}</legend>
        {proof.sheets.flatMap(({ side, area, layers }) =>
          layers.map(({ id, kind, text, x, y }, index) => (
            <button
              key={`${side}/${area}/${id}`}
              type="button"
              onClick={() => onPin({ side, area, x, y })}
              className="min-h-9 max-w-full truncate border border-control px-3 hover:border-ink"
            >
              {kind === "text"
                ? `“${text}”`
                : words[kind](layers.slice(0, index + 1).filter((one) => one.kind === kind).length)}
            </button>
          )),
        )}
      </fieldset>
    </details>
  );
}
