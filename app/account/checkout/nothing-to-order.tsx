import { useLocalPath } from "#app/language.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";

/** The checkout with an empty cart: links to an unpaid order, or to the shop. */
export function NothingToOrder({ unpaid }: { unpaid: { id: string; number: string } | null }) {
  const { checkout: words } = useBuyingWords();
  const { toShop } = useWords();
  const to = useLocalPath();
  return (
    <div className="page max-w-3xl py-8">
      <EmptyState
        level="h1"
        title={words.empty}
        action={
          unpaid ? (
            <ButtonLink to={to(`/dashboard/orders/${unpaid.id}`)}>
              {words.payUnpaid(unpaid.number)}
            </ButtonLink>
          ) : (
            <ButtonLink to={to("/Shop")}>{toShop}</ButtonLink>
          )
        }
      >
        {unpaid ? words.unpaidText(unpaid.number) : words.emptyText}
      </EmptyState>
    </div>
  );
}
