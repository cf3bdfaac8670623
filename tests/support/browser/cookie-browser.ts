import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { TestBackend } from "#tests/support/runner/backend.ts";

/** A browser's cookies of a single host: stores those of responses, sends them along, follows no redirect. */
export class CookieBrowser {
  readonly cookies = new Map<string, string>();
  /** The last `Set-Cookie` lines as they came. */
  lines: string[] = [];

  readonly fetch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}));
    const cookie = this.cookieHeader();
    if (cookie) headers.set("Cookie", cookie);
    const answer = await fetch(input, { redirect: "manual", ...init, headers });
    const lines = answer.headers.getSetCookie();
    if (lines.length > 0) this.lines = lines;
    for (const line of lines) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  };

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** A client in a page of this browser, signed out. */
  client(backend: TestBackend, flowType: "implicit" | "pkce" = "implicit"): SupabaseClient {
    return createClient(backend.url, backend.keys.publishable, {
      global: { fetch: this.fetch },
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, flowType },
    });
  }
}
