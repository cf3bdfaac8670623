import { useState } from "react";
import { useLanguage } from "#app/language.ts";
import { useFilterWords } from "#app/messages/admin/filters.ts";
import { inLanguage } from "#base/language.ts";
import { ProductSearch } from "../products/product-search.tsx";

interface Found {
  readonly value: string;
  readonly label: string;
}

/** Products as values of a filter: a shop has too many to list them. */
export function FoundProducts({
  chosen,
  error,
}: {
  chosen: readonly Found[];
  error: string | undefined;
}) {
  const words = useFilterWords();
  const language = useLanguage();
  const [found, setFound] = useState(chosen);
  return (
    <div className="grid w-full max-w-md gap-2">
      <ProductSearch
        label={words.value}
        error={error}
        onChoose={({ id, name }) =>
          setFound((before) =>
            before.some(({ value }) => value === id)
              ? before
              : [...before, { value: id, label: inLanguage(name, language) }],
          )
        }
      />
      {found.length > 0 ? (
        <ul className="grid border border-control bg-card py-1">
          {found.map(({ value, label }) => (
            <li key={value}>
              <label className="flex min-h-9 cursor-pointer items-center gap-2.5 px-3 hover:text-carbon">
                <input
                  type="checkbox"
                  name="value"
                  value={value}
                  defaultChecked
                  className="size-4 accent-carbon"
                />
                {label}
              </label>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
