import { useEffect, useRef } from "react";
import { type FetcherWithComponents, useFetcher } from "react-router";
import type { ProofAnswer } from "./order-customisation-action.server.ts";

/** The two answers to a proof; each has its own problem. */
export interface ProofForms {
  readonly approving: FetcherWithComponents<ProofAnswer>;
  readonly asking: FetcherWithComponents<ProofAnswer>;
}

/**
 * The two forms of a proof. Their fetchers have keys, because the page may reload its data, and unmount the forms, before the
 * response arrives.
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
