import type { Config } from "@react-router/dev/config";

const asked = process.env.SCREENS_LANGUAGE;

/** The language whose messages the browser's scripts have; unset in development, where they have both. */
export const builtLanguage = asked === "id" || asked === "en" ? asked : undefined;

export default {
  appDirectory: "app",
  buildDirectory: builtLanguage === "en" ? "build/en" : "build",
  ssr: true,
  // The table is written twice (Indonesian and English), so no page carries all of it.
  routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
} satisfies Config;
