import { useFilterWords } from "#app/admin/filters/messages/filters.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { FilterProblem } from "#shop/staff/filters/field.ts";
import { termsOf } from "#shop/staff/filters/filter.ts";
import { type FilteredList, fieldLabel } from "./filter-sentence.ts";
import { type ListAddress, listHref } from "./list-address.ts";

interface FilterRefusedProps {
  list: FilteredList;
  problem: FilterProblem | { readonly code: "filter_too_wide" };
  address: ListAddress;
  /** Fields that leave few rows, the best first. */
  narrowing: readonly string[];
}

/** In place of the rows: why the filter cannot be used, and what to do. */
export function FilterRefused({ list, problem, address, narrowing }: FilterRefusedProps) {
  const words = useFilterWords();
  const used = new Set(termsOf(address.tree).map(({ field }) => field));
  const narrow = narrowing.find((field) => !used.has(field));
  const sentence = words.problems[problem.code];
  return (
    <EmptyState
      title={words.problemTitle}
      action={
        problem.code === "filter_too_wide" && narrow !== undefined ? (
          <ButtonLink to={listHref(address, { add: narrow })} look="quiet">
            {words.narrow(fieldLabel({ words, list }, narrow))}
          </ButtonLink>
        ) : (
          <ButtonLink to={listHref({ q: address.q, sort: address.sort })} look="quiet">
            {words.clear}
          </ButtonLink>
        )
      }
    >
      {"field" in problem
        ? words.inField(fieldLabel({ words, list }, problem.field), sentence)
        : sentence}{" "}
      {words.problemText}
    </EmptyState>
  );
}
