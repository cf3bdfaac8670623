import { type FormEvent, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { StaffCustomisation } from "#shop/production/customisations/queue/staff-queue.server.ts";
import type { ReviewAnswer } from "./review-action.server.ts";

export interface ReviewFormProps {
  found: StaffCustomisation;
  onClose: () => void;
}

/** Hidden fields with the state that the form shows. The server refuses the step if another person changed that state. */
export function ShownState({ found }: { found: StaffCustomisation }) {
  return (
    <>
      <input type="hidden" name="status" value={found.status} />
      <input type="hidden" name="proof" value={found.proof_id ?? ""} />
    </>
  );
}

interface ProblemProps {
  answer: ReviewAnswer | undefined;
  /** Problems that a field of the form shows. */
  except?: (problem: string) => boolean;
}

export function ReviewProblem({ answer, except }: ProblemProps) {
  const { review: words } = useProductionWords();
  if (!answer?.problem || except?.(answer.problem)) return null;
  const { problem } = answer;
  return (
    <Notice tone="error">
      {problem.startsWith("finding:")
        ? words.notPrintable
        : wordsFor(words.problems, problem, "invalid_input")}
    </Notice>
  );
}

/** The text of a problem that a field shows. */
export function useFieldError(
  answer: ReviewAnswer | undefined,
  isOwn: (problem: string) => boolean,
) {
  const { review: words } = useProductionWords();
  return answer?.problem && isOwn(answer.problem)
    ? wordsFor(words.problems, answer.problem, "invalid_input")
    : undefined;
}

export const isNoteProblem = (problem: string) => problem === "note_missing";
export const isReasonProblem = (problem: string) => problem === "rejection_missing";
export const isMessageProblem = (problem: string) => problem.startsWith("message_");

/** Submits a form with an idempotency key. Retries use the same key until the step has succeeded. */
export function useIdempotentForm(onDone: () => void) {
  const fetcher = useFetcher<ReviewAnswer>();
  const key = useRef("");
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (!answer?.done) return;
    key.current = "";
    done.current();
  }, [answer]);
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (fetcher.state !== "idle") return;
    key.current ||= crypto.randomUUID();
    const form = new FormData(event.currentTarget);
    form.set("key", key.current);
    void fetcher.submit(form, { method: "post" });
  }
  return { send, answer, busy: fetcher.state !== "idle" };
}
