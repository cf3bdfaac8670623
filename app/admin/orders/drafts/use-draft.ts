import { useEffect, useRef, useState } from "react";
import { useLocalPath } from "#app/language.ts";
import type { Quote } from "#shop/orders/cart/cart.ts";
import type { DraftForm } from "#shop/orders/drafts/draft.ts";
import type { DraftCut } from "#shop/orders/drafts/quote-staff-cut.server.ts";
import type { QuoteAnswer } from "./quote.ts";

/** Milliseconds after the last key until a quote is requested. */
const quotePauseMs = 300;

export interface DraftEditor {
  readonly form: DraftForm;
  readonly change: (change: Partial<DraftForm>) => void;
  /** Computes the lines from the latest ones, because two scans can arrive before the next render. */
  readonly changeLines: (next: (lines: DraftForm["lines"]) => DraftForm["lines"]) => void;
  /** The problem of a field, as text. */
  readonly errorOf: (path: string) => string | undefined;
}

export type QuoteState =
  | { readonly state: "pending" | "failed" | "unclear"; readonly quote: Quote | null }
  | { readonly state: "ready"; readonly quote: Quote; readonly cut: DraftCut | null };

/**
 * The price of a form. The pieces and codes of the order that it `replaces` count as free. The last price stays visible
 * while a newer one is requested.
 */
export function useQuote(
  id: string,
  form: DraftForm,
  replaces: string | null,
): QuoteState & { fields: Fields } {
  const to = useLocalPath();
  const query = replaces === null ? "" : `?${new URLSearchParams({ replaces })}`;
  const address = to(`/admin/Orders/Drafts/${id}/Quote${query}`);
  const body = JSON.stringify(form);
  const [answer, setAnswer] = useState<QuoteState & { fields: Fields }>({
    state: "pending",
    quote: null,
    fields: {},
  });
  useEffect(() => {
    const abort = new AbortController();
    setAnswer(({ quote, fields }) => ({ state: "pending", quote, fields }));
    const timer = setTimeout(async () => {
      const read = await request(address, body, abort.signal);
      if (read) setAnswer(read);
    }, quotePauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [address, body]);
  return answer;
}

type Fields = Readonly<Record<string, string>>;

/** Undefined for a request that a newer one replaced. */
async function request(
  address: string,
  body: string,
  signal: AbortSignal,
): Promise<(QuoteState & { fields: Fields }) | undefined> {
  try {
    const headers = { "content-type": "application/json" };
    const response = await fetch(address, { method: "POST", headers, body, signal });
    if (!response.ok) return { state: "failed", quote: null, fields: {} };
    const { quote, cut = null, fields = {} }: QuoteAnswer = await response.json();
    return quote
      ? { state: "ready", quote, cut, fields }
      : { state: "unclear", quote: null, fields };
  } catch {
    return signal.aborted ? undefined : { state: "failed", quote: null, fields: {} };
  }
}

/** The form of a draft while it is edited. */
export function useDraftForm(stored: DraftForm, errorOf: DraftEditor["errorOf"]): DraftEditor {
  const [form, setForm] = useState(stored);
  const newest = useRef(stored);
  const replace = (next: DraftForm) => {
    newest.current = next;
    setForm(next);
  };
  return {
    form,
    change: (change) => replace({ ...newest.current, ...change }),
    changeLines: (next) => replace({ ...newest.current, lines: next(newest.current.lines) }),
    errorOf,
  };
}
