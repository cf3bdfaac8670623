import { useWords } from "#app/messages/shared/ui.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Suggestion } from "#shop/catalogue/catalogue.ts";
import { Picture } from "../picture.tsx";
import { Price } from "../price.tsx";

interface SearchChoicesProps {
  id: string;
  shown: boolean;
  active: number;
  recent: readonly string[];
  /** Popular searches of all shoppers. */
  popular: readonly string[];
  suggestions: readonly Suggestion[];
  onChoose: (index: number) => void;
  onForget: () => void;
}

/** The list below the search box. The box keeps the focus; arrow keys move the mark. */
export function SearchChoices({
  id,
  shown,
  active,
  recent,
  popular,
  suggestions,
  onChoose,
  onForget,
}: SearchChoicesProps) {
  const words = useWords();
  const option = (index: number) => ({
    id: `${id}-${index}`,
    role: "option" as const,
    tabIndex: -1,
    "aria-selected": index === active,
    onMouseDown: (event: React.MouseEvent) => event.preventDefault(),
    onClick: () => onChoose(index),
    onKeyDown: undefined,
    className:
      "flex min-h-12 cursor-pointer items-center gap-3 px-3.5 py-1.5 hover:bg-paper aria-selected:bg-carbon aria-selected:text-on-carbon aria-selected:[&_*]:text-on-carbon",
  });

  return (
    <>
      <p role="status" className="sr-only">
        {shown ? words.search.count(recent.length + popular.length + suggestions.length) : ""}
      </p>
      <div
        hidden={!shown}
        className="absolute inset-x-0 top-full z-40 -mt-px border border-carbon bg-card"
      >
        {recent.length > 0 ? (
          <div className="flex items-center justify-between pl-3.5">
            <span className="printed">{words.search.recent}</span>
            <button
              type="button"
              onMouseDown={(event) => event.preventDefault()}
              onClick={onForget}
              className="min-h-11 px-3.5 text-sm text-carbon hover:underline"
            >
              {words.search.forget}
            </button>
          </div>
        ) : null}
        <div
          id={id}
          role="listbox"
          aria-label={words.search.label}
          className="divide-y divide-rule"
        >
          {recent.map((query, index) => (
            <div key={query} {...option(index)}>
              <Icon name="history" className="size-4 text-muted" />
              {query}
            </div>
          ))}
          {popular.length > 0 ? (
            <div role="presentation" className="printed px-3.5 pt-3 pb-1">
              {words.search.popular}
            </div>
          ) : null}
          {popular.map((query, index) => (
            <div key={query} {...option(recent.length + index)}>
              <Icon name="search" className="size-4 text-muted" />
              {query}
            </div>
          ))}
          {suggestions.map((product, index) => (
            <div key={product.slug} {...option(recent.length + popular.length + index)}>
              <span className="size-10 shrink-0 border border-rule">
                {product.picture ? (
                  <Picture picture={product.picture} sizes="40px" widest={320} alt="" />
                ) : null}
              </span>
              <span className="grow">{product.name}</span>
              <Price amount={product.price_from} from={product.is_from} className="text-sm" />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
