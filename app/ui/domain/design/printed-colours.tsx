import { useAnswer } from "#app/browser/use-answer.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { usePrintedColourWords } from "#app/messages/shared/printed-colours.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { PrintedArea } from "#shop/production/customisations/print-files/find-printed-colours.server.ts";

interface PrintedColoursProps {
  /** Id of the order line. */
  line: string;
  /** Version of the proof. */
  proof: number;
  /** Name of the printer's profile; null: it has none, and nothing is shown. */
  profile: string | null;
}

/** How a proof looks once the printer's profile has printed it, and which colours it cannot reach (docs/why/designs.md). */
export function PrintedColours({ profile, ...proof }: PrintedColoursProps) {
  return profile === null ? null : <Printed profile={profile} {...proof} />;
}

function Printed({ line, proof, profile }: PrintedColoursProps & { profile: string }) {
  const words = usePrintedColourWords();
  const address = `${useLocalPath()(`/design/line/${line}/printed`)}?proof=${proof}`;
  const { answer, isFailed, retry } = useAnswer<{ areas: readonly PrintedArea[] }>(address);
  return (
    <section className="grid gap-3 border-t border-rule p-5">
      <h3 className="font-semibold wrap-anywhere">{words.title(profile)}</h3>
      {isFailed ? (
        <>
          <Notice tone="error">{words.failed}</Notice>
          <Button look="quiet" className="justify-self-start" onClick={retry}>
            {words.retry}
          </Button>
        </>
      ) : answer === null ? (
        <p className="text-sm text-muted">{words.loading}</p>
      ) : (
        answer.areas.map((area) => <Area key={area.id} area={area} />)
      )}
    </section>
  );
}

function Area({ area }: { area: PrintedArea }) {
  const words = usePrintedColourWords();
  const language = useLanguage();
  return (
    <figure className="grid gap-3">
      <img
        src={area.picture}
        alt={words.area(area.name[language])}
        className="max-h-[32rem] max-w-full justify-self-start border border-rule"
      />
      <figcaption>
        <ul aria-label={words.colours} className="grid gap-1 text-sm">
          {area.colours.map(({ hex, printed, isShifted }) => (
            <li key={hex} className="flex items-center gap-2">
              <span className="swatch" style={{ backgroundColor: hex }} />
              <span className="swatch" style={{ backgroundColor: printed }} />
              <span className={`min-w-0 ${isShifted ? "" : "text-muted"}`}>
                {isShifted ? words.shifted(hex, printed) : words.same(hex)}
              </span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
