import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useStocktakeWords } from "#app/messages/admin/stocktakes.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { LeftLines } from "#app/ui/domain/left-lines.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import type { StocktakeAnswer } from "./stocktake-action.server.ts";

/** Takes counts from a spreadsheet. Lines that match no variant are shown and block until the person continues without them. */
export function PasteCounts({ submissionKey }: { submissionKey: string }) {
  const words = useStocktakeWords();
  const fetcher = useFetcher<StocktakeAnswer>();
  const [text, setText] = useState("");
  const reply = fetcher.state === "idle" ? fetcher.data : undefined;
  const unmatched = reply?.unmatched ?? [];
  const send = (skips: boolean) =>
    void fetcher.submit(
      { intent: "paste", key: submissionKey, counts: text, ...(skips ? { skips: "1" } : {}) },
      { method: "post" },
    );
  useEffect(() => {
    if (reply?.done) setText("");
  }, [reply]);
  return (
    <details className="border border-rule p-4">
      <summary className="cursor-pointer font-semibold">{words.paste}</summary>
      <fetcher.Form
        method="post"
        noValidate
        className="mt-3 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          send(false);
        }}
      >
        <input type="hidden" name="intent" value="paste" />
        <input type="hidden" name="key" value={submissionKey} />
        <Field
          label={words.pasteLabel}
          hint={words.pasteHint}
          error={
            reply?.problem && unmatched.length === 0
              ? wordsFor(words.problems, reply.problem, "invalid_input")
              : undefined
          }
        >
          {(parts) => (
            <TextArea
              {...parts}
              name="counts"
              rows={6}
              value={text}
              onChange={(event) => setText(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              className="figures"
            />
          )}
        </Field>
        <LeftLines
          lines={unmatched}
          text={words.problems.pasted_unmatched}
          label={words.pasteWithout}
          onContinue={() => send(true)}
        />
        <Button type="submit" busy={fetcher.state !== "idle"} className="justify-self-start">
          {words.pasteSave}
        </Button>
        <p role="status" className="text-muted empty:hidden">
          {reply?.pasted === undefined ? "" : words.pasted(reply.pasted)}
        </p>
      </fetcher.Form>
    </details>
  );
}
