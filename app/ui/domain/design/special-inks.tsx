import { useState } from "react";
import { useAnswer } from "#app/browser/use-answer.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useSpecialInkWords } from "#app/messages/shared/special-inks.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { InkedArea } from "#shop/production/customisations/print-files/find-inks.server.ts";

interface SpecialInksProps {
  /** Id of the order line. */
  line: string;
  /** Version of the proof. */
  proof: number;
}

/** White ink and cut lines of a proof, plate by plate; nothing where it has only colours. */
export function SpecialInks({ line, proof }: SpecialInksProps) {
  const words = useSpecialInkWords();
  const address = `${useLocalPath()(`/design/line/${line}/inks`)}?proof=${proof}`;
  const { answer, isFailed, retry } = useAnswer<{ areas: readonly InkedArea[] }>(address);
  if (isFailed)
    return (
      <div className="grid gap-3 border-t border-rule p-5">
        <Notice tone="error">{words.failed}</Notice>
        <Button look="quiet" className="justify-self-start" onClick={retry}>
          {words.retry}
        </Button>
      </div>
    );
  return answer?.areas.map((area) => <Plates key={area.id} area={area} />);
}

function Plates({ area }: { area: InkedArea }) {
  const words = useSpecialInkWords();
  const language = useLanguage();
  const { white, cut, body, box, colours, problem } = area;
  const [shown, setShown] = useState({ colours: !white, white: Boolean(white), cut: Boolean(cut) });
  const special = [
    ...(white ? [["white", words.white] as const] : []),
    ...(cut || problem ? [["cut", words.cut] as const] : []),
  ];
  const plates = [["colours", words.colours] as const, ...special];
  return (
    <section className="grid gap-3 border-t border-rule p-5">
      <h3 className="font-semibold">
        {words.title(
          special.map(([, label]) => label),
          area.name[language],
        )}
      </h3>
      {problem ? <Notice tone="error">{words.problems[problem]}</Notice> : null}
      <fieldset className="flex flex-wrap gap-x-5">
        <legend className="sr-only">{words.plates}</legend>
        {plates.map(([plate, label]) => (
          <Checkbox
            key={plate}
            label={label}
            checked={shown[plate]}
            onChange={({ target }) => setShown({ ...shown, [plate]: target.checked })}
          />
        ))}
      </fieldset>
      <div
        role="img"
        aria-label={words.picture(
          plates.filter(([plate]) => shown[plate]).map(([, label]) => label),
        )}
        className="relative max-h-[32rem] max-w-full border border-rule"
        style={{ aspectRatio: ratioOf(box), backgroundColor: body ?? "#fff" }}
      >
        {shown.white ? (
          <svg viewBox={box} aria-hidden="true" className="absolute inset-0 size-full">
            <path d={white} fill="#fff" />
          </svg>
        ) : null}
        {shown.colours ? (
          <img
            src={`data:image/svg+xml,${encodeURIComponent(colours)}`}
            alt=""
            className="absolute inset-0 size-full"
          />
        ) : null}
        {shown.cut ? (
          <svg viewBox={box} aria-hidden="true" className="absolute inset-0 size-full" fill="none">
            <path d={cut} stroke="#fff" strokeWidth="3" vectorEffect="non-scaling-stroke" />
            <path d={cut} stroke="#d6007a" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
          </svg>
        ) : null}
      </div>
      <p className="text-sm text-muted">
        {[white ? words.whiteHint : "", cut ? words.cutHint : ""].filter(Boolean).join(" ")}
      </p>
    </section>
  );
}

/** Width by height of a `viewBox`, for CSS. */
function ratioOf(box: string): string {
  const [, , w, h] = box.split(" ");
  return `${w} / ${h}`;
}
