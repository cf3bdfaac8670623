import { useEffect, useState } from "react";
import { useLocalPath } from "#app/language.ts";
import type { DesignPrice } from "#shop/designs/print/price-design.ts";
import type { DesignPreview } from "../api/design-preview.ts";

/** Milliseconds without a key press before the picture follows what was typed. */
const previewDelayMs = 200;
/**
 * Milliseconds until a busy or unreachable shop is asked again, twice as long each time, and how often: the total is part of the
 * preview.
 */
const retryMs = 2_000;
const maxRetries = 5;

interface RosterPreview {
  readonly svg: string;
  readonly price: DesignPrice;
  /** Address of a picture of the goods with the print; null without photographs of them. */
  readonly mockup: string | null;
}

interface PreviewInput {
  readonly variantId: string;
  readonly templateId: string;
  readonly values: Readonly<Record<string, string>>;
  /** Pieces of the whole roster; nothing is asked while there are none. */
  readonly pieces: number;
}

/**
 * The print of one row, and what the design costs for all pieces; the previous one stays until the next is there, also where
 * the row cannot be printed as it is typed (`isRefused`).
 */
export function useRosterPreview({ variantId, templateId, values, pieces }: PreviewInput) {
  const to = useLocalPath();
  const [shown, setShown] = useState<RosterPreview | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const params = new URLSearchParams({ variant: variantId, template: templateId });
  for (const [field, value] of Object.entries(values)) params.set(`f.${field}`, value);
  // The goods look the same however many there are.
  const mockup = `${to("/api/design-mockup")}?${params}&file=.640.webp`;
  params.set("pieces", String(pieces));
  const address = pieces > 0 ? `${to("/api/design-preview")}?${params}` : null;
  useEffect(() => {
    if (address === null) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (triesLeft: number) => {
      try {
        const answer = await fetch(address, { signal: stop.signal });
        // Of a row that cannot be printed the picture and the total before it stay.
        if (answer.status === 422) return setRefused(address);
        if (answer.ok) {
          const preview = (await answer.json()) as DesignPreview;
          if ("svg" in preview)
            setShown({ ...preview, mockup: preview.has_mockup ? mockup : null });
          return;
        }
      } catch (error) {
        if (stop.signal.aborted) return;
        console.warn(error);
      }
      const waitMs = retryMs * 2 ** (maxRetries - triesLeft);
      if (triesLeft > 0) timer = setTimeout(ask, waitMs, triesLeft - 1);
    };
    timer = setTimeout(ask, previewDelayMs, maxRetries);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [address, mockup]);
  return { shown, isRefused: address !== null && refused === address };
}
