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
  return (
    <div className="grid gap-2">
      <p className="text-xs text-muted">{words.templateHint}</p>
      {templates.map((template) => (
        <Button key={template.id} look="quiet" wide onClick={() => onChoose(template)}>
          {template.name}
        </Button>
      ))}
      <Button look="bare" wide onClick={() => onChoose(null)}>
        {words.empty}
      </Button>
    </div>
  );
}
