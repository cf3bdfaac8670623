import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { findingText } from "#app/designer/finding-texts.ts";
import { useLanguage } from "#app/language.ts";
import { useDesignChecksWords } from "#app/messages/shared/design-checks.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Finding } from "#shop/designs/draw/finding.ts";

/** What the checks of the drawing board find in the newest version, in words. */
export function PrintChecks({ findings }: { findings: readonly Finding[] }) {
  const words = useProductionWords();
  const checks = useDesignChecksWords();
  const language = useLanguage();
  return (
    <section className="grid gap-2">
      <h2 className="text-lg">{words.checks}</h2>
      {findings.length === 0 ? (
        <p className="flex items-center gap-2 text-paid">
          <Icon name="circle-check" className="size-5" />
          {checks.checks.none}
        </p>
      ) : (
        <ul className="divide-y divide-rule border-y border-rule">
          {findings.map((finding, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a layer may have the same finding twice
              key={index}
              className={`flex items-start gap-2 py-2 ${finding.severity === "blocks" ? "text-stamp" : ""}`}
            >
              <Icon
                name={finding.severity === "blocks" ? "circle-alert" : "info"}
                className="mt-0.5 size-5 shrink-0"
              />
              <span className="min-w-0">
                {finding.name ? <b>{finding.name}: </b> : null}
                {findingText(finding, checks, language)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
