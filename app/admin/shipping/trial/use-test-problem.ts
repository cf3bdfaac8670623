import { useShippingProblemWords } from "#app/admin/shipping/messages/shipping-problems.ts";
import { useShippingTestWords } from "#app/admin/shipping/messages/shipping-test.ts";

/** The text of a problem code of a failed test. */
export function useTestProblem(): (problem: string) => string {
  const problems = useShippingProblemWords();
  const words = useShippingTestWords();
  const known: Readonly<Record<string, string>> = { ...problems, ...words.problems };
  return (problem) => known[problem] ?? problems.invalid_input;
}
