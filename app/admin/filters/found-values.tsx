import { useState } from "react";
import { useFilterWords } from "#app/admin/filters/messages/filters.ts";
import { ProductSearch } from "#app/admin/kit/product-search.tsx";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { inLanguage } from "#base/language.ts";
import type { Area } from "#shop/kernel/regions/areas.server.ts";

interface Found {
  readonly value: string;
  readonly label: string;
}

interface FoundValuesProps {
  search: "products" | "areas";
  chosen: readonly Found[];
  error: string | undefined;
}

/** Products or places as values of a filter: there are too many to list them. */
export function FoundValues({ search, chosen, error }: FoundValuesProps) {
  const words = useFilterWords();
  const language = useLanguage();
  const [found, setFound] = useState(chosen);
  const add = (one: Found) =>
    setFound((before) =>
      before.some(({ value }) => value === one.value) ? before : [...before, one],
    );
  return (
    <div className="grid w-full max-w-md gap-2">
      {search === "products" ? (
        <ProductSearch
          label={words.value}
          error={error}
          onChoose={({ id, name }) => add({ value: id, label: inLanguage(name, language) })}
        />
      ) : (
        <AreaSearch error={error} onChoose={add} />
      )}
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

/** A box that finds kabupaten, cities and kecamatan. */
function AreaSearch({
  error,
  onChoose,
}: {
  error: string | undefined;
  onChoose: (area: Area) => void;
}) {
  const words = useFilterWords();
  const to = useLocalPath();
  return (
    <Combobox<Area>
      label={words.area.label}
      error={error}
      maxLength={80}
      minLetters={2}
      address={to("/admin/MailList/Areas")}
      idOf={({ value }) => value}
      words={words.area}
      onChoose={onChoose}
    >
      {({ label }) => <span>{label}</span>}
    </Combobox>
  );
}
