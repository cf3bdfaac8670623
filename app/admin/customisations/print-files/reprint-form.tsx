import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import type { ReviewAnswer } from "#app/admin/customisations/review-action.server.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";

/** The field of each problem code. */
const fieldOf: Readonly<Record<string, "pieces" | "reason">> = {
  invalid_input: "pieces",
  reprint_pieces_invalid: "pieces",
  reprint_reason_missing: "reason",
};

/** Asks for pieces to be printed once more, e.g. for a claim. */
export function ReprintForm() {
  const { reprint: words, problems } = useProductionWords();
  const fetcher = useFetcher<ReviewAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(crypto.randomUUID());
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  useEffect(() => {
    if (reply?.done !== "reprint") return;
    key.current = crypto.randomUUID();
    form.current?.reset();
  }, [reply]);
  const errorOf = (field: string) =>
    reply?.problem && fieldOf[reply.problem] === field
      ? wordsFor(problems, reply.problem, "invalid_input")
      : undefined;
  return (
    <details className="no-print border-t border-rule pt-2">
      <summary className="min-h-11 cursor-pointer py-2">
        <span className="link">{words.open}</span>
      </summary>
      <form
        ref={form}
        method="post"
        noValidate
        className="grid gap-4 pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          const filled = new FormData(event.currentTarget);
          filled.set("intent", "reprint");
          filled.set("key", key.current);
          void fetcher.submit(filled, { method: "post" });
        }}
      >
        <p className="text-muted">{words.hint}</p>
        {reply?.done === "reprint" ? <Notice tone="success">{words.asked}</Notice> : null}
        {reply?.problem && !fieldOf[reply.problem] ? (
          <Notice tone="error">{wordsFor(problems, reply.problem, "invalid_input")}</Notice>
        ) : null}
        <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
          <Field label={words.pieces} error={errorOf("pieces")}>
            {(parts) => (
              <TextInput {...parts} name="pieces" inputMode="numeric" autoComplete="off" />
            )}
          </Field>
          <Field label={words.reason} hint={words.reasonHint} error={errorOf("reason")}>
            {(parts) => <TextInput {...parts} name="reason" maxLength={200} />}
          </Field>
        </div>
        <Button type="submit" look="quiet" busy={busy} className="justify-self-start">
          {words.ask}
        </Button>
      </form>
    </details>
  );
}
