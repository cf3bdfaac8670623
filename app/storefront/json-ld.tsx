import { useContext } from "react";
import { useRouteLoaderData } from "react-router";
import { useFromServer } from "#app/browser/browser-facts.ts";
import { NonceContext } from "#app/request-facts.tsx";
import type { loader as rootLoader } from "#app/root.tsx";

/**
 * Structured data (schema.org) for search engines, which load documents; navigations in the browser do without.
 * @param graph made on the server only: `import.meta.env.SSR ? … : []`. Hydration leaves what the server wrote, so no
 * browser carries the code that makes it
 */
export function JsonLd({ graph }: { graph: readonly object[] }) {
  const nonce = useContext(NonceContext);
  if (!useFromServer()) return null;
  const json = import.meta.env.SSR
    ? JSON.stringify({ "@context": "https://schema.org", "@graph": graph })
    : "";
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: data, with the one character that could end it escaped
      dangerouslySetInnerHTML={{ __html: json.replace(/</g, "\\u003c") }}
    />
  );
}

/** The site's own address, for absolute links. */
export function useSiteAddress(): string {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return root?.publicConfig.publicUrl ?? "";
}
