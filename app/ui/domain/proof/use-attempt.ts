import { useRef, useState } from "react";
import { type AuthProblem, problemOf, useProblemText } from "./auth-problem.ts";

export interface Attempt {
  /** Something is under way; a second press does nothing. */
  readonly busy: boolean;
  readonly problem: AuthProblem | null;
  /** The problem in words, for a field or a notice. */
  readonly problemText: string | undefined;
  /** Shows a problem found by this form; null clears it. */
  readonly refuse: (problem: AuthProblem | null) => void;
  /**
   * Runs the work, one at a time. A thrown error becomes the problem. `work` returns "leaving" when the page or the
   * form is about to be replaced: then the form stays busy.
   * @returns whether it succeeded; undefined while another one was running
   */
  readonly attempt: (work: () => Promise<"leaving" | undefined>) => Promise<boolean | undefined>;
}

/** Shared state of every sign-in form around its one request. */
export function useAttempt(): Attempt {
  const textOf = useProblemText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const isRunning = useRef(false);

  const attempt: Attempt["attempt"] = async (work) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setBusy(true);
    setProblem(null);
    const end = await work().catch((error: unknown) => problemOf(error));
    if (end === "leaving") return true;
    isRunning.current = false;
    setBusy(false);
    if (end) setProblem(end);
    return !end;
  };
  const problemText = problem ? textOf(problem) : undefined;
  return { busy, problem, problemText, refuse: setProblem, attempt };
}

/** The data of a successful answer. @throws the answer's error */
export function goodAnswer<Answer extends { data: unknown; error: unknown }>(
  answer: Answer,
): Extract<Answer, { error: null }>["data"] {
  if (answer.error) throw answer.error;
  return answer.data;
}
