import { useLanguage } from "#app/language.ts";
import { useDesignChecksWords } from "#app/messages/shared/design-checks.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { findingText, repairText } from "../finding-texts.ts";

interface CheckPanelProps {
  findings: readonly Finding[];
  /** False: the checks are not done yet. */
  isChecked: boolean;
  onShow: (finding: Finding) => void;
  canRepair: (finding: Finding) => boolean;
  onRepair: (finding: Finding) => void;
}

/** What would print badly, each with a way to it and, where there is one, its repair. */
export function CheckPanel({ findings, isChecked, onShow, canRepair, onRepair }: CheckPanelProps) {
  const words = useDesignChecksWords();
  const language = useLanguage();
  const { checks } = words;
  if (!isChecked) return <p className="text-sm text-muted">{checks.pending}</p>;
  if (findings.length === 0)
    return (
      <p className="flex items-center gap-2 text-sm text-paid">
        <Icon name="circle-check" className="size-4" />
        {checks.none}
      </p>
    );
  return (
    <ul className="divide-y divide-rule border border-rule bg-card">
      {findings.map((finding) => {
        const { code, severity, layer, side, name, repair } = finding;
        const isBlocking = severity === "blocks";
        return (
          <li
            key={`${code} ${side ?? ""} ${layer ?? ""} ${finding.colour ?? ""}`}
            className="grid gap-2 p-3 text-sm"
          >
            <p className="flex items-start gap-2">
              <Icon
                name={isBlocking ? "circle-alert" : "info"}
                className={`mt-0.5 size-4 shrink-0 ${isBlocking ? "text-stamp" : "text-muted"}`}
              />
              <span>
                <span className="sr-only">{isBlocking ? checks.blocks : checks.warns}: </span>
                {name ? <strong className="font-semibold wrap-anywhere">{name}: </strong> : null}
                {findingText(finding, words, language)}
              </span>
            </p>
            {layer ? (
              <div className="flex flex-wrap gap-2 pl-6">
                <Button look="quiet" className="px-3 text-sm" onClick={() => onShow(finding)}>
                  {checks.show}
                </Button>
                {repair && canRepair(finding) ? (
                  <Button look="quiet" className="px-3 text-sm" onClick={() => onRepair(finding)}>
                    {repairText(repair, words, language)}
                  </Button>
                ) : null}
              </div>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
