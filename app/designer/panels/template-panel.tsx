import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Button } from "#app/ui/button.tsx";
import { TemplateFace, templateTile } from "#app/ui/domain/design/template-face.tsx";
import type { StartTemplate } from "#shop/designs/find-design-start.server.ts";

interface TemplatePanelProps {
  templates: readonly StartTemplate[];
  /** Null: an empty design. */
  onChoose: (template: StartTemplate | null) => void;
}

export function TemplatePanel({ templates, onChoose }: TemplatePanelProps) {
  const words = useDesignerWords();
  return (
    <div className="grid gap-2">
      <p className="text-xs text-muted">{words.templateHint}</p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
        {templates.map((template) => (
          <button
            key={template.id}
            type="button"
            className={templateTile}
            onClick={() => onChoose(template)}
          >
            <TemplateFace picture={template.picture} name={template.name} />
          </button>
        ))}
      </div>
      <Button look="bare" wide onClick={() => onChoose(null)}>
        {words.empty}
      </Button>
    </div>
  );
}
