import { useEffect, useState } from "react";
import { sessionClient } from "#app/browser/session.client.ts";
import { type AuthProblem, problemOf } from "./auth-problem.ts";

/**
 * A link in a mail comes back with `code` (exchanged for a session by the client itself) or with an error, in the
 * query or in the fragment.
 */
export function cameFromMail(): { readonly code: boolean; readonly error: string | null } {
  const query = new URLSearchParams(location.search);
  const fragment = new URLSearchParams(location.hash.slice(1));
  return {
    code: query.has("code") || fragment.has("access_token"),
    error: query.get("error_code") ?? fragment.get("error_code"),
  };
}

/** Goes on to the page that was wanted once the link has made a session. */
export function useReturnFromMail(next: string): {
  checking: boolean;
  problem: AuthProblem | null;
} {
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  useEffect(() => {
    const { code, error } = cameFromMail();
    if (error) return setProblem({ code: error });
    if (!code) return;
    setChecking(true);
    sessionClient()
      .then((client) => client.auth.getSession())
      .then(({ data, error }) => {
        if (data.session) return location.assign(next);
        setProblem(error ? problemOf(error) : { code: "otp_expired" });
        setChecking(false);
      })
      .catch((error: unknown) => {
        setProblem(problemOf(error));
        setChecking(false);
      });
  }, [next]);
  return { checking, problem };
}
