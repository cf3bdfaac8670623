import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // The table is written twice (Indonesian and English), so no page carries all of it.
  routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
} satisfies Config;
