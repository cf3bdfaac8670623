import { useShippingProblemWords } from "#app/messages/admin/shipping-problems.ts";
import { useShippingTestWords } from "#app/messages/admin/shipping-test.ts";

/** The words of what is wrong with a test of the settings. */
export function useTestProblem(): (problem: string) => string {
  const problems = useShippingProblemWords();
  const words = useShippingTestWords();
  const known: Readonly<Record<string, string>> = { ...problems, ...words.problems };
  return (problem) => known[problem] ?? problems.invalid_input;
}
