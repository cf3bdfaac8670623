import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useLocalPath } from "#app/language.ts";
import type { ProductDrafts } from "#shop/catalogue/products/drafts/product-drafts.server.ts";
import type { ProductForm } from "#shop/catalogue/products/product-form.ts";
import type { useProductEditor } from "../use-product-editor.ts";
import type { DraftAnswer } from "./draft-request.ts";

/** Typing rests so long before it is kept. */
const restMs = 5_000;

/** `kept`: the server has all that is typed. `elsewhere`: another window of the same person kept more. */
type KeepState = "new" | "kept" | "failed" | "elsewhere";

/**
 * Keeps what is typed into the editor of a product five seconds later and when the page is hidden, forgets what is
 * discarded, and schedules it.
 */
export function useKeptDraft(
  productId: string,
  { mine }: ProductDrafts,
  editor: ReturnType<typeof useProductEditor>,
  /** Not while a save is on its way, nor for staff who may only read. */
  mayKeep: boolean,
) {
  const address = useLocalPath()(`/admin/Products/${productId}/Draft`);
  const revision = useRef(mine?.revision ?? 0);
  const [state, setState] = useState<KeepState>(mine ? "kept" : "new");
  const [keptAt, setKeptAt] = useState(mine?.updated_at ?? null);
  const [problem, setProblem] = useState<DraftAnswer["problem"]>();
  const applyAt = mine?.apply_at ?? null;
  const { revalidate } = useRevalidator();
  const { isDirty, form, applied } = editor;
  /** The form that the server has. */
  const kept = useRef<string | null>(mine ? JSON.stringify(mine.form) : null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  // The server forgets a draft that was applied.
  useEffect(() => {
    if (applied === 0) return;
    revision.current = 0;
    kept.current = null;
    setState("new");
    setKeptAt(null);
  }, [applied]);

  /** One request after the other, so that each names the revision that the one before made. */
  const send = (body: () => object, keepalive = false): Promise<DraftAnswer> => {
    const sent = queue.current.then(() => post(address, body(), keepalive));
    queue.current = sent;
    return sent;
  };
  const take = ({ revision: next, problem: refused }: DraftAnswer): boolean => {
    if (refused === "draft_changed_elsewhere") setState("elsewhere");
    else if (refused) setState("failed");
    if (next === undefined) return false;
    revision.current = next;
    return true;
  };

  const keep = async (typed: ProductForm, keepalive = false) => {
    const text = JSON.stringify(typed);
    const answer = await send(
      () => ({ intent: "keep", revision: revision.current, form: typed }),
      keepalive && text.length < maxKeepalive,
    );
    if (!take(answer)) return;
    kept.current = text;
    setKeptAt(new Date().toISOString());
    setState("kept");
  };

  const forget = async () => {
    kept.current = null;
    if (revision.current === 0) return;
    if (take(await send(() => ({ intent: "drop" })))) setState("new");
  };

  const text = isDirty ? JSON.stringify(form) : null;
  // Also when everything was typed back: then there is nothing left to keep.
  const waits = mayKeep && applyAt === null && state !== "elsewhere" && text !== kept.current;
  const latest = useRef(() => {});
  latest.current = () => {
    if (waits && isDirty) void keep(form, true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text starts the rest again
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => void (isDirty ? keep(form) : forget()), restMs);
    return () => clearTimeout(timer);
  }, [waits, text]);
  useEffect(() => {
    const whenHidden = () => document.visibilityState === "hidden" && latest.current();
    document.addEventListener("visibilitychange", whenHidden);
    return () => document.removeEventListener("visibilitychange", whenHidden);
  }, []);

  const drop = () => {
    editor.discard();
    return forget();
  };

  const schedule = async (at: string) => {
    const save = editor.saveInput();
    setProblem(save ? undefined : "invalid_input");
    if (!save) return;
    const answer = await send(() => ({
      intent: "schedule",
      revision: revision.current,
      form,
      save,
      apply_at: at,
    }));
    setProblem(answer.problem);
    if (!take(answer)) return;
    kept.current = text;
    setState("kept");
    await revalidate();
  };

  const unschedule = async () => {
    if (take(await send(() => ({ intent: "unschedule" })))) await revalidate();
  };

  /** Opens what a colleague typed; what is typed from then on is the actor's own. */
  const takeOver = async (authorId: string) => {
    const response = await fetch(`${address}?${new URLSearchParams({ author: authorId })}`).catch(
      () => undefined,
    );
    if (!response?.ok) return setProblem(response ? "not_found" : "unreachable");
    editor.open(((await response.json()) as { form: ProductForm }).form);
  };

  return {
    state,
    takeOver,
    keptAt,
    problem,
    applyAt,
    /** Leaving the page loses nothing. */
    isSafe: !isDirty || (state === "kept" && text === kept.current),
    /** Resolves once nothing that was typed is on its way, so that a save comes after it. */
    settled: () => queue.current,
    drop,
    schedule,
    unschedule,
  };
}

/** Bytes of a request that a browser sends after its page was left. */
const maxKeepalive = 60_000;

async function post(address: string, body: object, keepalive: boolean): Promise<DraftAnswer> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      keepalive,
    });
    if (response.ok || response.status === 422) return (await response.json()) as DraftAnswer;
    return { problem: response.status === 404 ? "not_permitted" : "invalid_input" };
  } catch {
    // The bar says that it is not kept, and the next change tries again.
    return { problem: "unreachable" };
  }
}
