import { pageSetting } from "#app/browser/page-setting.ts";
import { sessionClient } from "#app/browser/session/session.client.ts";

/**
 * Calls a sign-in endpoint that the hosted backend's client does not support.
 * @throws an error that `problemOf` understands
 */
export async function askAuth<Answer>(
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<Answer> {
  const { auth } = await sessionClient();
  const { data } = await auth.getSession();
  const response = await fetch(`/auth/v1${path}`, {
    method,
    headers: {
      apikey: pageSetting("publishable-key"),
      Authorization: `Bearer ${data.session?.access_token ?? ""}`,
      "X-Supabase-Api-Version": "2024-01-01",
      ...(body ? { "Content-Type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (!response.ok) throw { status: response.status, ...(answer as object) };
  return answer as Answer;
}
