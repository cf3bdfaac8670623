import { Outlet, type ShouldRevalidateFunctionArgs } from "react-router";
import { requireSignedIn } from "#app/access.server.ts";
import { fallbackMeta } from "#app/page-meta.ts";
import { ErrorLayout } from "#app/ui/domain/error-layout.tsx";
import type { Route } from "./+types/signed-in-layout";
import { BuyingFrame } from "./buying-frame.tsx";

export const meta: Route.MetaFunction = fallbackMeta;

export const middleware: Route.MiddlewareFunction[] = [requireSignedIn];

/** Makes the guard run on navigations in the browser, which ask the server only where there is a loader. */
export function loader() {
  return null;
}

/**
 * A form of these pages changes nothing here. A revalidation after a form would also race with the way to the order: the
 * address changed, and the checkout stayed.
 */
export function shouldRevalidate({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return formMethod ? false : defaultShouldRevalidate;
}

/** Pages of a purchase, which need a customer: details, address and checkout. */
export default function SignedInLayout() {
  return (
    <BuyingFrame>
      <Outlet />
    </BuyingFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <BuyingFrame>
      <ErrorLayout error={error} />
    </BuyingFrame>
  );
}
