import { pageSetting } from "#app/browser/page-setting.ts";
import { sessionClient } from "#app/browser/session/session.client.ts";
import type { Language } from "#base/language.ts";

/**
 * Runs the use case `delete-account` through the endpoint of all clients. @throws an error that `problemOf`
 * understands
 */
export async function askToDelete(language: Language): Promise<void> {
  const { auth } = await sessionClient();
  const { data } = await auth.getSession();
  const response = await fetch("/functions/v1/delete-account", {
    method: "POST",
    headers: {
      apikey: pageSetting("publishable-key"),
      Authorization: `Bearer ${data.session?.access_token ?? ""}`,
      "Accept-Language": language,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ confirm: true }),
  });
  if (response.ok) return;
  const answer = (await response.json().catch(() => ({}))) as { error?: { code?: string } };
  throw { status: response.status, code: answer.error?.code };
}
