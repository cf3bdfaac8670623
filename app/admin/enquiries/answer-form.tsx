import { type FormEvent, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useEnquiryWords } from "#app/admin/enquiries/messages/enquiries.ts";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import { type EnquiryDetail, maxAnswerLength } from "#shop/customers/enquiries/enquiry.ts";
import type { EnquiryAnswer } from "./enquiry-action.server.ts";

/** Writes to the sender, or puts the message aside. */
export function AnswerForm({ enquiry }: { enquiry: EnquiryDetail }) {
  const words = useEnquiryWords();
  const fetcher = useFetcher<EnquiryAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const answerId = useRef<string>(undefined);
  const [isDirty, setIsDirty] = useState(false);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  useDirtyForm(isDirty);

  useEffect(() => {
    if (reply?.done !== "answer" || reply.of !== answerId.current) return;
    // The next answer is another one.
    answerId.current = undefined;
    form.current?.reset();
    setIsDirty(false);
  }, [reply]);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const submitter = (event.nativeEvent as SubmitEvent).submitter;
    const filled = new FormData(event.currentTarget, submitter);
    answerId.current ??= crypto.randomUUID();
    filled.set("id", answerId.current);
    void fetcher.submit(filled, { method: "post" });
  }

  const isClosed = enquiry.status === "closed";
  return (
    <form ref={form} method="post" onSubmit={send} noValidate className="no-print grid gap-4">
      {reply?.done ? <Notice tone="success">{words.done[reply.done]}</Notice> : null}
      <Field
        label={words.answerLabel(enquiry.name)}
        hint={words.answerHint(enquiry.email)}
        error={
          reply?.problem ? wordsFor(words.problems, reply.problem, "invalid_input") : undefined
        }
      >
        {(parts) => (
          <TextArea
            {...parts}
            name="text"
            rows={6}
            maxLength={maxAnswerLength}
            onChange={(event) => setIsDirty(event.target.value !== "")}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="answer" icon="mail" busy={busy}>
          {words.answer}
        </Button>
        <Button type="submit" name="intent" value={isClosed ? "reopen" : "close"} look="quiet">
          {isClosed ? words.reopen : enquiry.answers.length > 0 ? words.closeAnswered : words.close}
        </Button>
      </div>
    </form>
  );
}
