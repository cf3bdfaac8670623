import { useSignInWords } from "#app/messages/shared/sign-in.ts";

/** What the sign-in service or this form found wrong. */
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

/** Puts a problem into words that say what to do next. */
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
