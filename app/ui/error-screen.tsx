import { use } from "react";
import { isRouteErrorResponse, Link, useLocation } from "react-router";
import { shop } from "#app/identity.ts";
import { useLocalPath } from "#app/language.ts";
import { useWords } from "#app/messages/ui.ts";
import { RequestIdContext } from "#app/request-facts.tsx";

/** What a failed page shows instead of itself: not found, not allowed, or broken. */
export function ErrorScreen({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <NotFound />;
  if (status === 401 || status === 403) return <Unauthorised />;
  return <ServerError status={status} />;
}

export function NotFound() {
  const words = useWords();
  const to = useLocalPath();
  const { pathname } = useLocation();
  return (
    <main id="content" className="error-sheet">
      <h1>{words.notFound.title}</h1>
      <p>{words.notFound.text}</p>
      <p className="figures">{words.notFound.line(pathname)}</p>
      <Link to={to("/Shop")}>{words.toShop}</Link>
    </main>
  );
}

export function Unauthorised() {
  const words = useWords();
  const to = useLocalPath();
  return (
    <main id="content" className="error-sheet">
      <h1>{words.unauthorised.title}</h1>
      <p>{words.unauthorised.text}</p>
      <Link to={to("/Auth")}>{words.unauthorised.signIn}</Link>
    </main>
  );
}

function ServerError({ status }: { status: number }) {
  const words = useWords();
  const reference = use(RequestIdContext) ?? "";
  const { pathname } = useLocation();
  const message = words.serverError.whatsappText(reference);
  return (
    <main id="content" className="error-sheet">
      <h1>{words.serverError.title}</h1>
      <p>{words.serverError.text}</p>
      <p className="figures" suppressHydrationWarning>
        {`${status} · ${words.serverError.reference} ${reference}`}
      </p>
      <a href={pathname}>{words.retry}</a>
      <a
        href={`https://wa.me/${shop.whatsapp}?text=${encodeURIComponent(message)}`}
        suppressHydrationWarning
      >
        {words.serverError.whatsapp}
      </a>
    </main>
  );
}
