import { useEffect, useRef } from "react";
import { type FetcherWithComponents, useFetcher } from "react-router";
import type { ProofAnswer } from "./order-customisation-action.server.ts";

/** The two answers to a proof; each has its own problem. */
export interface ProofForms {
  readonly approving: FetcherWithComponents<ProofAnswer>;
  readonly asking: FetcherWithComponents<ProofAnswer>;
}

/**
 * The forms of a proof. They outlast what shows them: the page may be read again before the answer of the server is here.
 * @param proof its id
 * @param onDone called once for each answer without a problem
 */
export function useProofForms(
  proof: string,
  onDone: (answer: "approve" | "change") => void,
): ProofForms {
  const approving = useFetcher<ProofAnswer>({ key: `approve-${proof}` });
  const asking = useFetcher<ProofAnswer>({ key: `change-${proof}` });
  useDone(approving.data, () => onDone("approve"));
  useDone(asking.data, () => onDone("change"));
  return { approving, asking };
}

function useDone(answer: ProofAnswer | undefined, onDone: () => void): void {
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (answer && answer.problem === undefined) done.current();
  }, [answer]);
}
