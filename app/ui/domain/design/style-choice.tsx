import type { ProductTemplate } from "#shop/catalogue/catalogue.ts";
import { TemplateFace, templateTile } from "./template-face.tsx";

interface StyleChoiceProps {
  label: string;
  /** Of the radio buttons. */
  name: string;
  templates: readonly Pick<ProductTemplate, "id" | "name" | "picture">[];
  /** SVG of the templates with the buyer's own words, by id; those without one show their samples. */
  drawn?: Readonly<Record<string, string>>;
  /** Id of the chosen template. */
  chosen: string;
  onChoose: (template: string) => void;
}

/** Templates side by side, each with its picture. */
export function StyleChoice({ label, name, templates, drawn, chosen, onChoose }: StyleChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-2">
        {templates.map((template) => (
          <label
            key={template.id}
            className={`${templateTile} relative has-checked:border-ink has-checked:outline-2 has-checked:-outline-offset-2 has-checked:outline-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-carbon`}
          >
            <input
              type="radio"
              name={name}
              value={template.id}
              checked={template.id === chosen}
              onChange={() => onChoose(template.id)}
              className="sr-only"
            />
            <TemplateFace
              picture={template.picture}
              drawn={drawn?.[template.id]}
              name={template.name}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
