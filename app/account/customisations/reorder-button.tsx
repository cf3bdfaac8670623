import { useEffect } from "react";
import { useFetcher, useNavigate } from "react-router";
import { useCustomisationWords } from "#app/account/customisations/messages/customisation.ts";
import { useCart } from "#app/browser/cart/cart-store.ts";
import { useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { ProofAnswer } from "./order-customisation-action.server.ts";

/** Puts what was approved into the cart once more. */
export function ReorderButton({ id, isRoster }: { id: string; isRoster: boolean }) {
  const { page: words, problems } = useCustomisationWords();
  const fetcher = useFetcher<ProofAnswer>();
  const place = useCart((cart) => cart.place);
  const navigate = useNavigate();
  const to = useLocalPath();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const lines = answer?.lines;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer once
  useEffect(() => {
    if (!lines) return;
    place(lines, null);
    void navigate(to("/Cart"));
  }, [lines]);
  return (
    <div className="grid gap-2">
      <Button
        look="quiet"
        busy={fetcher.state !== "idle"}
        onClick={() =>
          fetcher.submit({ intent: "reorder", id, key: crypto.randomUUID() }, { method: "post" })
        }
      >
        {words.reorder}
      </Button>
      <p className="text-sm text-muted">{isRoster ? words.reorderRoster : words.reorderHint}</p>
      {answer?.problem ? (
        <Notice tone="error">{wordsFor(problems, answer.problem, "unexpected")}</Notice>
      ) : null}
    </div>
  );
}
