import { useSignInWords } from "#app/messages/shared/sign-in.ts";

/** A problem found by the sign-in service or by this form. */
export interface AuthProblem {
  readonly code: string;
  /** Why a password is weak. */
  readonly reasons?: readonly string[];
}

/** Makes sense of whatever the client throws or returns; its own texts are never shown. */
export function problemOf(error: unknown): AuthProblem {
  const { name, code, status, reasons } = (error ?? {}) as {
    name?: string;
    code?: string;
    status?: number;
    reasons?: readonly string[];
  };
  if (name === "AuthRetryableFetchError" || status === 0 || error instanceof TypeError) {
    return { code: "network" };
  }
  if (name === "CaptchaError")
    return { code: navigator.onLine ? "captcha_unavailable" : "network" };
  return { code: code ?? "other", ...(reasons ? { reasons } : {}) };
}

/** Translates a problem into a text with the next step. */
export function useProblemText(): (problem: AuthProblem) => string {
  const { errors } = useSignInWords();
  return ({ code, reasons }) => {
    if (code === "weak_password") {
      const weak: Record<string, string> = errors.weak;
      return (reasons?.length ? reasons : ["other"])
        .map((reason) => weak[reason] ?? errors.weak.other)
        .join(" ");
    }
    const { weak: _, ...texts } = errors;
    return (texts as Record<string, string>)[code] ?? errors.other;
  };
}
