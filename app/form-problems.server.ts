import { type BaseIssue, getDotPath } from "valibot";

/** A code for each field of a form, the first of each; `form` for what no field can put right. */
export function formProblems(issues: readonly BaseIssue<unknown>[]): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const issue of issues) problems[getDotPath(issue) ?? "form"] ??= issue.message;
  return problems;
}
