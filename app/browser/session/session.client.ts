import type { SupabaseClient } from "@supabase/supabase-js";
import { pageSetting } from "#app/browser/page-setting.ts";

let client: Promise<SupabaseClient> | undefined;

/** The hosted backend's own client, fetched only when a session is needed: no public page carries it. */
export function sessionClient(): Promise<SupabaseClient> {
  client ??= import("@supabase/ssr").then(({ createBrowserClient }) =>
    createBrowserClient(location.origin, pageSetting("publishable-key"), {
      cookieOptions: { name: pageSetting("session-cookie") },
    }),
  );
  return client;
}
