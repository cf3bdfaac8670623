import type { RefObject } from "react";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import type { TextLayer } from "#shop/designs/document/document.ts";
import { maxTextLetters } from "#shop/designs/document/document-limits.ts";
import type { StepKind } from "#shop/designs/edit/history.ts";
import { withWords } from "#shop/designs/edit/open-template.ts";

interface WordsFieldProps {
  layer: TextLayer;
  field: RefObject<HTMLTextAreaElement | null> | undefined;
  /** The document is a template: its words are samples. */
  isTemplate: boolean;
  onChange: (kind: StepKind, edit: (text: TextLayer) => TextLayer, join: string) => void;
}

/** The words of a text, in an ordinary field. */
export function WordsField({ layer, field, isTemplate, onChange }: WordsFieldProps) {
  const { fields } = useDesignerWords();
  return (
    <Field label={fields.words}>
      {(parts) => (
        <TextArea
          {...parts}
          ref={field}
          rows={2}
          maxLength={maxTextLetters}
          value={layer.text}
          onChange={({ target }) =>
            onChange(
              "words",
              // The words of a template are samples of its fields; a buyer's replace them.
              (text) =>
                isTemplate ? { ...text, text: target.value } : withWords(text, target.value),
              `words ${layer.id}`,
            )
          }
        />
      )}
    </Field>
  );
}
