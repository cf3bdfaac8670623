import { isRouteErrorResponse } from "react-router";
import { useWords } from "#app/messages/shared/ui.ts";
import { ErrorLayout } from "#app/ui/domain/error-layout.tsx";
import type { NotFoundData } from "./page-not-found.server.ts";
import { ProductGrid } from "./product-grid.tsx";

/** The error page, and below a missing page what others buy. */
export function StorefrontError({ error }: { error: unknown }) {
  const words = useWords();
  const found = isRouteErrorResponse(error)
    ? (error.data as Partial<NotFoundData> | null)?.popular
    : undefined;
  return (
    <>
      <ErrorLayout error={error} />
      {found && found.length > 0 ? (
        <section className="page mt-12">
          <h2 className="mb-5 text-2xl">{words.notFound.popular}</h2>
          <ProductGrid products={found} />
        </section>
      ) : null}
    </>
  );
}
