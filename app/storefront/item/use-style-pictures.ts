import { useEffect, useState } from "react";
import { useLocalPath } from "#app/language.ts";
import type { ProductTemplate } from "#shop/catalogue/catalogue.ts";
import type { DesignPreview } from "../api/design-preview.ts";

/** Milliseconds after the last key press; longer than for the chosen style, so that its picture is requested first. */
const delayMs = 400;
/** Styles that are drawn with the buyer's text; the others stay with their samples. */
const maxStyles = 12;

const none: Readonly<Record<string, string>> = {};

/** SVG of each style with the buyer's text, by template id. Styles that cannot print the text are absent. Empty while all fields are empty. */
export function useStylePictures(
  templates: readonly ProductTemplate[],
  variantId: string,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const address = useLocalPath()("/api/design-preview");
  const [drawn, setDrawn] = useState(none);
  useEffect(() => {
    if (Object.values(values).every((value) => value.trim() === "")) {
      setDrawn(none);
      return;
    }
    const stop = new AbortController();
    const draw = async (template: string) => {
      // The same request as for one piece of the chosen style, which the browser has.
      const params = new URLSearchParams({ variant: variantId, template, pieces: "1" });
      for (const [field, value] of Object.entries(values)) params.set(`f.${field}`, value);
      const answer = await fetch(`${address}?${params}`, { signal: stop.signal });
      const isAnswer = answer.ok || answer.status === 422;
      const preview = isAnswer ? ((await answer.json()) as DesignPreview) : undefined;
      // If only the photograph is missing, the sketch shows a grey frame in its place.
      const svg = preview && ("svg" in preview ? preview.svg : preview.sketch);
      setDrawn(({ [template]: _, ...others }) => (svg ? { ...others, [template]: svg } : others));
    };
    const timer = setTimeout(async () => {
      try {
        // Sequential, to limit the load on the server.
        for (const { id } of templates.slice(0, maxStyles)) await draw(id);
      } catch (error) {
        // The pictures stay as they are until something else is typed.
        if (!stop.signal.aborted) console.warn(error);
      }
    }, delayMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [address, templates, variantId, values]);
  return drawn;
}
