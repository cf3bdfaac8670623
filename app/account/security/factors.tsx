import { useCallback, useEffect, useState } from "react";
import { sessionClient } from "#app/browser/session.client.ts";
import { useLanguage } from "#app/language.ts";
import { formatMoment } from "#app/messages/dates.ts";
import { useSecurityWords } from "#app/messages/security.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { type AuthProblem, problemOf, useProblemText } from "../auth/auth-problem.ts";
import { EnrolFactor } from "./enrol-factor.tsx";

interface Factor {
  readonly id: string;
  readonly friendly_name?: string;
  readonly created_at: string;
}

/** Apps that show a code: the second step of signing in. */
export function Factors() {
  const words = useSecurityWords();
  const language = useLanguage();
  const textOf = useProblemText();
  const [factors, setFactors] = useState<readonly Factor[] | null>(null);
  const [enrolling, setEnrolling] = useState(false);
  const [leaving, setLeaving] = useState<string | null>(null);
  const [problem, setProblem] = useState<AuthProblem | null>(null);

  const read = useCallback(async () => {
    try {
      const { auth } = await sessionClient();
      const { data, error } = await auth.mfa.listFactors();
      if (error) throw error;
      setFactors(data.totp);
      setProblem(null);
    } catch (error) {
      setProblem(problemOf(error));
    }
  }, []);
  useEffect(() => void read(), [read]);

  const remove = async (factorId: string) => {
    try {
      const { auth } = await sessionClient();
      const { error } = await auth.mfa.unenroll({ factorId });
      if (error) throw error;
      await auth.refreshSession();
      setLeaving(null);
      await read();
    } catch (error) {
      setProblem(problemOf(error));
    }
  };

  return (
    <section className="grid gap-4 border border-rule bg-card p-5">
      <h2 className="text-lg">{words.factors}</h2>
      <p className="text-sm text-muted">{words.factorsLead}</p>
      {problem ? (
        <Notice
          tone="error"
          action={
            <Button look="quiet" onClick={() => void read()}>
              {words.again}
            </Button>
          }
        >
          {textOf(problem)}
        </Notice>
      ) : null}
      {factors === null ? (
        problem ? null : (
          <Skeleton className="h-12" />
        )
      ) : factors.length === 0 ? (
        <p>{words.noFactors}</p>
      ) : (
        <ul className="divide-y divide-rule border-y border-rule">
          {factors.map((factor) => (
            <li key={factor.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <span>
                <b className="block font-semibold">{factor.friendly_name || words.unnamed}</b>
                <span className="text-sm text-muted">
                  {words.added(formatMoment(factor.created_at, language))}
                </span>
              </span>
              {leaving === factor.id ? (
                <span className="flex flex-wrap gap-2">
                  <Button look="danger" onClick={() => void remove(factor.id)}>
                    {words.removeSurely}
                  </Button>
                  <Button look="bare" onClick={() => setLeaving(null)}>
                    {words.keep}
                  </Button>
                </span>
              ) : (
                <Button look="quiet" onClick={() => setLeaving(factor.id)}>
                  {words.remove}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {enrolling ? (
        <EnrolFactor
          onDone={() => {
            setEnrolling(false);
            void read();
          }}
          onCancel={() => setEnrolling(false)}
        />
      ) : factors ? (
        <Button
          look="quiet"
          icon="plus"
          className="justify-self-start"
          onClick={() => setEnrolling(true)}
        >
          {words.addFactor}
        </Button>
      ) : null}
    </section>
  );
}
