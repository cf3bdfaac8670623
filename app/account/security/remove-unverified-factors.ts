import { useEffect } from "react";
import { sessionClient } from "#app/browser/session/session.client.ts";

/** Removes an enrolment when its form unmounts, unless it has been verified. */
export function useAbandon(factorId: string | undefined): void {
  useEffect(() => {
    if (!factorId) return;
    return () => void removeUnverifiedFactors(undefined, factorId);
  }, [factorId]);
}

/** An enrolment that was begun and never proven, e.g. because the page was closed, would only take up its name. */
export async function removeUnverifiedFactors(
  name: string | undefined,
  id?: string,
): Promise<void> {
  const { auth } = await sessionClient();
  const { data } = await auth.mfa.listFactors();
  for (const factor of data?.all ?? []) {
    const isMeant = factor.id === id || (name !== undefined && factor.friendly_name === name);
    if (isMeant && factor.status === "unverified") {
      await auth.mfa.unenroll({ factorId: factor.id });
    }
  }
}
