import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type DraftForm, type DraftState, draftSources } from "#shop/orders/drafts/draft.ts";
import { withPiece } from "./add-piece.ts";
import { BuyerPart } from "./buyer-part.tsx";
import { DeliveryPart } from "./delivery-part.tsx";
import type { DraftAnswer } from "./draft-action.server.ts";
import { DropDraft } from "./drop-draft.tsx";
import { type FinishedDraft, FinishPart } from "./finish-part.tsx";
import { LinesPart } from "./lines-part.tsx";
import { PricePart } from "./price-part.tsx";
import { ScanField } from "./scan-field.tsx";
import { Sums } from "./sums.tsx";
import { useDraftForm, useQuote } from "./use-draft.ts";

interface DraftEditorProps {
  id: string;
  /** Counter mode: each scan adds a piece; buyer, delivery and discount are collapsed. */
  isCounter: boolean;
  state: DraftState;
  /** Of the stored draft; 0 for a new one. */
  revision: number;
  form: DraftForm;
  /** The order that the draft replaces. */
  replaces: { readonly id: string } | null;
}

/** The form of a draft, and the price of what it holds. */
export function DraftEditor(props: DraftEditorProps) {
  const { id, isCounter, state, revision, form: stored } = props;
  const replaces = props.replaces?.id ?? null;
  const words = useDraftWords();
  const fetcher = useFetcher<DraftAnswer>();
  const busy = fetcher.state !== "idle";
  const answer = busy ? undefined : fetcher.data;
  const known = useRevision(revision, fetcher.data);
  const editor = useDraftForm(stored, errorOf);
  const quoted = useQuote(id, editor.form, replaces);
  const isOpen = state === "open";

  function errorOf(path: string): string | undefined {
    // Lines show their problems while they are typed, because the total depends on them; other fields after a save.
    const typed = path.startsWith("lines.") ? quoted.fields[path] : undefined;
    const code = answer?.fields?.[path] ?? typed;
    return code && wordsFor(words.fieldProblems, code, "other");
  }
  const send = (request: object) =>
    void fetcher.submit(JSON.stringify({ replaces, ...request }), {
      method: "post",
      encType: "application/json",
    });
  const make = (finished: FinishedDraft) =>
    send({ intent: "order", revision: known, form: editor.form, ...finished });
  const rest = (
    <>
      <BuyerPart editor={editor} />
      <DeliveryPart editor={editor} quote={quoted.quote} />
      <PricePart editor={editor} />
    </>
  );
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <fieldset disabled={!isOpen} className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {isCounter ? (
          <>
            <ScanField onScan={(hit) => editor.changeLines((lines) => withPiece(lines, hit))} />
            <LinesPart editor={editor} />
            <details className="border border-rule p-4">
              <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
                {words.counterSale.more}
              </summary>
              <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-8">{rest}</div>
            </details>
          </>
        ) : (
          <>
            <SourceChoice
              source={editor.form.source}
              onChoose={(source) => editor.change({ source })}
            />
            <LinesPart editor={editor} />
            {rest}
          </>
        )}
      </fieldset>
      <aside className="grid gap-4 xl:sticky xl:top-4">
        <Sums quoted={quoted} />
        {isOpen ? (
          <>
            <FinishPart
              isCounter={isCounter}
              busy={busy}
              isPending={quoted.state === "pending"}
              total={quoted.state === "ready" ? quoted.quote.total : null}
              onMake={make}
            />
            <div className="flex flex-wrap gap-2">
              <Button
                data-sends=""
                look="quiet"
                busy={busy}
                onClick={() => send({ intent: "save", revision: known, form: editor.form })}
              >
                {words.save}
              </Button>
              {known > 0 ? <DropDraft busy={busy} onDrop={() => send({ intent: "drop" })} /> : null}
            </div>
            {answer?.problem ? (
              <Notice tone="error">
                {wordsFor(words.answers, answer.problem, "invalid_input")}
              </Notice>
            ) : answer?.done === "save" ? (
              <Notice tone="success">{words.saved}</Notice>
            ) : null}
          </>
        ) : null}
      </aside>
    </div>
  );
}

/** The revision for the next request: of the loaded page, or of the last response. */
function useRevision(loaded: number, answer: DraftAnswer | undefined): number {
  const [known, setKnown] = useState(loaded);
  const seen = useRef(answer);
  useEffect(() => {
    if (seen.current === answer) return;
    seen.current = answer;
    if (answer?.revision !== undefined) setKnown(answer.revision);
  }, [answer]);
  return known;
}

interface SourceChoiceProps {
  source: DraftForm["source"];
  onChoose: (source: DraftForm["source"]) => void;
}

function SourceChoice({ source, onChoose }: SourceChoiceProps) {
  const words = useDraftWords();
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-semibold">{words.source}</legend>
      <div className="flex flex-wrap gap-x-6">
        {draftSources.map((name) => (
          <Checkbox
            key={name}
            type="radio"
            name="source"
            label={words.sources[name]}
            checked={source === name}
            onChange={() => onChoose(name)}
          />
        ))}
      </div>
    </fieldset>
  );
}
