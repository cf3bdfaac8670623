import { useEffect, useRef } from "react";
import { useLocalPath } from "#app/language.ts";
import { useMockupWords } from "#app/messages/shared/mockup.ts";
import type { Picture } from "#shop/catalogue/catalogue.ts";

/** Milliseconds after the flat picture: drawing the goods costs the server more. */
const delayMs = 250;
/** The ground of the photographs. */
const colour = "#efebe3";
/** As the gallery shows it: the browser fetches the same file for both. */
const sizes = "(width >= 64rem) 38rem, (width >= 48rem) 80vw, 100vw";

/**
 * Gives the goods with a design as the gallery's picture, once the browser has it: the last one stays until then.
 * @param query of the design's preview; null: there is none, so the last one goes
 * @param printed the printed words, joined
 */
export function useIllustration(
  query: string | null,
  printed: string,
  onIllustrated: (picture: Picture | undefined) => void,
): void {
  const { caption, illustration } = useMockupWords();
  const address = useLocalPath()("/api/design-mockup");
  const alt = useRef("");
  useEffect(() => {
    alt.current = illustration(printed);
  });
  useEffect(() => {
    if (query === null) {
      onIllustrated(undefined);
      return;
    }
    let isLatest = true;
    const timer = setTimeout(async () => {
      // The picture's files are named by what follows.
      const url = `${address}?${query}&file=`;
      const image = new Image();
      image.sizes = sizes;
      image.srcset = [320, 640, 960].map((width) => `${url}.${width}.avif ${width}w`).join(", ");
      try {
        await image.decode();
        if (isLatest) onIllustrated({ url, colour, alt: alt.current, caption });
      } catch {
        // The form still shows the flat picture.
      }
    }, delayMs);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [query, address, caption, onIllustrated]);
  // A variant that is sold out has no form, and so no illustration.
  useEffect(() => () => onIllustrated(undefined), [onIllustrated]);
}
