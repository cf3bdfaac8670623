import type { RequestListener } from "node:http";
import type { ServerBuild } from "react-router";
import type * as contexts from "#app/context.ts";
import { sessionCookieName } from "#backend/auth/sessions/session.server.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import type { Config } from "#base/config-type.ts";
import type { Language } from "#base/language.ts";

/** The built screens, or Vite's in development. */
export interface Screens {
  /** For each language the screens with the scripts that have its messages; in development one for both. */
  readonly build: Readonly<Record<Language, ServerBuild>> | (() => Promise<ServerBuild>);
  /** The context keys of the screens; from the same module graph as the build. */
  readonly contexts: typeof contexts;
  readonly clientFolder: string;
  readonly buildId: string;
  /** In development: answers requests for the screens' sources. */
  readonly before?: (listener: RequestListener) => RequestListener;
}

/** The settings that every page carries. */
export function publicConfigOf(
  config: Config,
  keys: Keys,
  screens: Screens,
): contexts.PublicConfig {
  return {
    publishableKey: keys.publishable,
    cookieName: sessionCookieName(config.publicUrl),
    publicUrl: config.publicUrl,
    buildId: screens.buildId,
  };
}
