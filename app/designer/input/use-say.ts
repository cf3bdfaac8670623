import type { DrawingTools } from "#app/designer/use-drawing.ts";
import { useLanguage } from "#app/language.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";

/** What a finding says, with the name of its layer. Empty while the words have not come. */
export function useSay(tools: DrawingTools | null): (finding: Finding) => string {
  const language = useLanguage();
  if (!tools) return () => "";
  const words = tools.designChecksWords(language);
  return (finding) => {
    const text = tools.findingText(finding, words, language);
    return finding.name ? `${finding.name}: ${text}` : text;
  };
}
