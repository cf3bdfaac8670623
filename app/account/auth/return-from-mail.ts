import { useEffect, useState } from "react";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { type AuthProblem, problemOf } from "#app/ui/domain/proof/auth-problem.ts";

const linkTypes = ["signup", "invite", "magiclink", "recovery", "email_change"] as const;

/** The secret of a mail's link, which waits for a press. */
export interface MailLink {
  readonly token_hash: string;
  readonly type: (typeof linkTypes)[number];
}

/** The mail link that this page was opened with. It stands in the fragment, which no server ever sees. */
export function mailLinkOf(hash: string): MailLink | null {
  const fragment = new URLSearchParams(hash.slice(1));
  const token_hash = fragment.get("token_hash");
  const type = linkTypes.find((known) => known === fragment.get("type"));
  return token_hash && type ? { token_hash, type } : null;
}

/** The same while the page is open: following another link only changes the fragment. */
export function useMailLink(): [MailLink | null, () => void] {
  const [link, setLink] = useState<MailLink | null>(null);
  useEffect(() => {
    const read = () => setLink(mailLinkOf(location.hash));
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return [link, () => setLink(null)];
}

/**
 * A provider, or a link of another client, comes back with `code` (exchanged for a session by the client itself) or
 * with an error, in the query or in the fragment.
 */
export function cameFromMail(): { readonly code: boolean; readonly error: string | null } {
  const query = new URLSearchParams(location.search);
  const fragment = new URLSearchParams(location.hash.slice(1));
  return {
    code: query.has("code") || fragment.has("access_token"),
    error: query.get("error_code") ?? fragment.get("error_code"),
  };
}

/** Continues once the link's secret has made a session. */
export function useReturnFromMail(onSession: () => void): {
  checking: boolean;
  problem: AuthProblem | null;
} {
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    const { code, error } = cameFromMail();
    if (error) return setProblem({ code: error });
    if (!code) return;
    setChecking(true);
    sessionClient()
      .then((client) => client.auth.getSession())
      .then(({ data, error }) => {
        if (data.session) return onSession();
        setProblem(error ? problemOf(error) : { code: "otp_expired" });
        setChecking(false);
      })
      .catch((error: unknown) => {
        setProblem(problemOf(error));
        setChecking(false);
      });
  }, []);
  return { checking, problem };
}
