import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { useLocalPath } from "#app/language.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/**
 * Links to a new draft, to the counter and to the list of drafts.
 * @param isList on the list itself; the last link then opens the form for cart links
 */
export function DraftLinks({ isList = false }: { isList?: boolean }) {
  const words = useDraftWords();
  const to = useLocalPath();
  return (
    <span className="flex flex-wrap gap-2">
      <ButtonLink to={to("/admin/Orders/Drafts/New")}>{words.add}</ButtonLink>
      <ButtonLink to={to("/admin/Orders/Drafts/New?mode=counter")} look="quiet">
        {words.counter}
      </ButtonLink>
      {isList ? (
        <ButtonLink to={to("/admin/Orders/CartLink")} look="quiet">
          {words.cartLink}
        </ButtonLink>
      ) : (
        <ButtonLink to={to("/admin/Orders/Drafts")} look="quiet">
          {words.title}
        </ButtonLink>
      )}
    </span>
  );
}
