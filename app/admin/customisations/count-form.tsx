import { type FormEvent, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { CountAnswer } from "./count-action.server.ts";

/** The field of each problem code. */
const fieldOf: Readonly<Record<string, "good" | "spoiled" | "reason">> = {
  invalid_input: "good",
  no_pieces: "good",
  job_too_many: "good",
  stock_missing: "spoiled",
  spoiled_reason_missing: "reason",
};

/** Counts what came out of the printer; good pieces may leave, spoiled ones leave the stock. */
export function CountForm({ left }: { left: number }) {
  const words = useProductionWords();
  const fetcher = useFetcher<CountAnswer>();
  const form = useRef<HTMLFormElement>(null);
  // The same count is sent again with the same id.
  const countId = useRef(crypto.randomUUID());
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;

  useEffect(() => {
    if (!reply || !("done" in reply) || reply.of !== countId.current) return;
    countId.current = crypto.randomUUID();
    form.current?.reset();
  }, [reply]);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const filled = new FormData(event.currentTarget);
    filled.set("intent", "count");
    filled.set("id", countId.current);
    void fetcher.submit(filled, { method: "post" });
  }

  const problem = reply && "problem" in reply ? reply.problem : null;
  const errorOf = (field: string) =>
    problem && fieldOf[problem] === field ? words.problems[problem] : undefined;
  return (
    <form ref={form} method="post" noValidate onSubmit={send} className="no-print grid gap-4">
      {reply && "done" in reply ? <Notice tone="success">{words.counted}</Notice> : null}
      {problem && !fieldOf[problem] ? (
        <Notice tone="error">{words.problems[problem]}</Notice>
      ) : null}
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label={words.good} hint={words.left(left)} error={errorOf("good")}>
          {(parts) => <TextInput {...parts} name="good" inputMode="numeric" autoComplete="off" />}
        </Field>
        <Field label={words.spoiled} error={errorOf("spoiled")}>
          {(parts) => (
            <TextInput {...parts} name="spoiled" inputMode="numeric" autoComplete="off" />
          )}
        </Field>
      </div>
      <Field label={words.reason} hint={words.reasonHint} error={errorOf("reason")}>
        {(parts) => <TextInput {...parts} name="reason" maxLength={200} />}
      </Field>
      <Button type="submit" busy={busy} className="justify-self-start">
        {words.count}
      </Button>
    </form>
  );
}
