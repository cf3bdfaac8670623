import { useRef, useState } from "react";
import { type AuthProblem, problemOf, useProblemText } from "./auth-problem.ts";

export interface Attempt {
  /** Something is under way; a second press does nothing. */
  readonly busy: boolean;
  readonly problem: AuthProblem | null;
  /** The problem in words, for a field or a notice. */
  readonly problemText: string | undefined;
  /** What this form itself found wrong; null takes the words away. */
  readonly refuse: (problem: AuthProblem | null) => void;
  /**
   * Does it, once at a time. What it throws becomes the problem. Answers "leaving" when the page goes away or the
   * form is replaced: then it stays busy, so that nobody presses again meanwhile.
   * @returns whether it went well; undefined when another one was under way
   */
  readonly attempt: (work: () => Promise<"leaving" | undefined>) => Promise<boolean | undefined>;
}

/** What every form of signing in does around its one request. */
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

/** What the client answered, when it is good. @throws what it says is wrong */
export function goodAnswer<Answer extends { data: unknown; error: unknown }>(
  answer: Answer,
): Extract<Answer, { error: null }>["data"] {
  if (answer.error) throw answer.error;
  return answer.data;
}
