import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { UnmatchedLines } from "#app/ui/domain/order/unmatched-lines.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-input.tsx";

/** What the action answers to `intent=paste`. */
export interface PasteAnswer {
  readonly intent?: string;
  readonly done?: unknown;
  /** How many lines were saved. */
  readonly pasted?: number;
  /** Lines that match no variant; nothing was saved. */
  readonly unmatched?: readonly string[];
  readonly problem?: string;
}

interface PasteLinesProps {
  submissionKey: string;
  words: {
    readonly paste: string;
    readonly pasteLabel: string;
    readonly pasteHint: string;
    readonly pasteSave: string;
    readonly pasteWithout: string;
    readonly pasteUnmatched: string;
    readonly pasted: (count: number) => string;
  };
  /** The words for a problem's code. */
  explain: (problem: string) => string;
  /** Further fields of the form. */
  children?: ReactNode;
}

/**
 * Takes lines from a spreadsheet, in the fields `lines` and `key` with `intent=paste`. Lines that match no variant are shown
 * and block until the person continues without them, which sends `skips=1`.
 */
export function PasteLines({ submissionKey, words, explain, children }: PasteLinesProps) {
  const fetcher = useFetcher<PasteAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState("");
  const reply = fetcher.state === "idle" ? fetcher.data : undefined;
  const unmatched = reply?.unmatched ?? [];
  const send = (skips: boolean) => {
    const data = new FormData(form.current ?? undefined);
    if (skips) data.set("skips", "1");
    void fetcher.submit(data, { method: "post" });
  };
  useEffect(() => {
    if (reply?.pasted !== undefined) setText("");
  }, [reply]);
  return (
    <details className="border border-rule p-4">
      <summary className="cursor-pointer font-semibold">{words.paste}</summary>
      <fetcher.Form
        ref={form}
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
          error={reply?.problem && unmatched.length === 0 ? explain(reply.problem) : undefined}
        >
          {(parts) => (
            <TextArea
              {...parts}
              name="lines"
              rows={6}
              value={text}
              onChange={(event) => setText(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              className="figures"
            />
          )}
        </Field>
        {children}
        <UnmatchedLines
          lines={unmatched}
          text={words.pasteUnmatched}
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
