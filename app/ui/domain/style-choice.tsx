import { useLocalPath } from "#app/language.ts";
import type { ProductTemplate } from "#shop/catalogue/catalogue.ts";

interface StyleChoiceProps {
  label: string;
  /** Of the radio buttons. */
  name: string;
  templates: readonly Pick<ProductTemplate, "id" | "name" | "picture">[];
  /** Id of the chosen template. */
  chosen: string;
  onChoose: (template: string) => void;
}

/** Templates side by side, each with its picture. */
export function StyleChoice({ label, name, templates, chosen, onChoose }: StyleChoiceProps) {
  const to = useLocalPath();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
        {templates.map((template) => (
          <label
            key={template.id}
            className="relative grid grid-rows-[auto_1fr] border border-control bg-card text-center text-sm hover:border-ink has-checked:border-ink has-checked:outline-2 has-checked:-outline-offset-2 has-checked:outline-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-carbon"
          >
            <input
              type="radio"
              name={name}
              value={template.id}
              checked={template.id === chosen}
              onChange={() => onChoose(template.id)}
              className="sr-only"
            />
            {/* The name says it. */}
            <img
              src={to(template.picture)}
              alt=""
              width={88}
              height={88}
              loading="lazy"
              className="aspect-square w-full border-b border-rule bg-white"
            />
            <span className="flex min-h-9 items-center justify-center px-1.5 py-1 leading-tight wrap-anywhere">
              {template.name}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
