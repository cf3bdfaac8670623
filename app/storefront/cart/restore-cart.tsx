import { useEffect } from "react";
import { data, useFetcher, useNavigate } from "react-router";
import { applyAnswer } from "#app/browser/cart/account-cart.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import {
  restoreCartWords,
  useRestoreCartWords,
} from "#app/storefront/cart/messages/restore-cart.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { countSavedCart, restoreCart } from "#shop/mailing/cart-reminders/restore-cart.server.ts";
import type { Route } from "./+types/restore-cart";

export const meta: Route.MetaFunction = (source) => {
  const words = restoreCartWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true, uncanonical: true });
};

/** The address contains a secret: it must not be cached or sent to another site. */
export function headers() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
}

/** Changes nothing: programs that look for harm in mails open links too. */
export async function loader({ params }: Route.LoaderArgs) {
  const pieces = (await countSavedCart(params.token)) ?? 0;
  return data({ pieces }, { status: pieces > 0 ? 200 : 404 });
}

export async function action({ params }: Route.ActionArgs) {
  return { found: (await restoreCart(params.token)) ?? null };
}

/** The target of a reminder's link: a button copies the account's cart to this device. */
export default function RestoreCart({ loaderData: { pieces } }: Route.ComponentProps) {
  const words = useRestoreCartWords();
  const to = useLocalPath();
  const navigate = useNavigate();
  const fetcher = useFetcher<typeof action>();
  const found = fetcher.data?.found;
  useEffect(() => {
    if (!found) return;
    applyAnswer(found, undefined);
    void navigate(to("/Cart"), { replace: true });
  }, [found, navigate, to]);
  const isGone = pieces === 0 || found === null;
  return (
    <div className="page grid max-w-2xl gap-5 py-10">
      {isGone ? (
        <EmptyState
          level="h1"
          title={words.gone}
          action={
            <ButtonLink to={to("/Shop")} look="quiet">
              {words.shop}
            </ButtonLink>
          }
        >
          {words.goneText}
        </EmptyState>
      ) : (
        <fetcher.Form
          method="post"
          className="sheet sheet-top grid justify-items-start gap-4 px-6 pt-10 pb-8 md:px-10"
        >
          <h1 tabIndex={-1} className="text-2xl">
            {words.title}
          </h1>
          <p className="max-w-[52ch] text-muted">{words.text(pieces)}</p>
          <Button
            type="submit"
            icon="shopping-basket"
            className="mt-2"
            busy={fetcher.state !== "idle"}
          >
            {words.open}
          </Button>
        </fetcher.Form>
      )}
    </div>
  );
}
