import { useLocalPath } from "#app/language.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Button } from "#app/ui/button.tsx";
import type { StartTemplate } from "#shop/designs/find-design-start.server.ts";

interface TemplatePanelProps {
  templates: readonly StartTemplate[];
  /** Null: an empty design. */
  onChoose: (template: StartTemplate | null) => void;
}

export function TemplatePanel({ templates, onChoose }: TemplatePanelProps) {
  const words = useDesignerWords();
  const to = useLocalPath();
  return (
    <div className="grid gap-2">
      <p className="text-xs text-muted">{words.templateHint}</p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
        {templates.map((template) => (
          <button
            key={template.id}
            type="button"
            className="grid grid-rows-[auto_1fr] border border-control bg-card text-center text-sm hover:border-ink"
            onClick={() => onChoose(template)}
          >
            <img
              src={to(template.picture)}
              alt=""
              width={96}
              height={96}
              loading="lazy"
              className="aspect-square w-full border-b border-rule bg-white"
            />
            <span className="flex min-h-9 items-center justify-center px-1.5 py-1 leading-tight wrap-anywhere">
              {template.name}
            </span>
          </button>
        ))}
      </div>
      <Button look="bare" wide onClick={() => onChoose(null)}>
        {words.empty}
      </Button>
    </div>
  );
}
