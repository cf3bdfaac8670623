import { useDeferredValue, useState } from "react";
import { useTermsEditorWords } from "#app/admin/terms/messages/terms-editor.ts";
import { Clauses } from "#app/ui/clauses.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import type { Language } from "#base/language.ts";
import { readTermsText } from "#shop/settings/terms/terms-text.ts";

interface DraftTextProps {
  language: Language;
  text: string;
  error: string | undefined;
}

/** The text of one language as it is typed, and as it will be read. */
export function DraftText({ language, text, error }: DraftTextProps) {
  const words = useTermsEditorWords();
  const [typed, setTyped] = useState(text);
  const shown = useDeferredValue(typed);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
      <Field label={words.languages[language]} hint={words.textHint} error={error}>
        {(parts) => (
          <TextArea
            {...parts}
            name={language}
            lang={language}
            rows={22}
            defaultValue={text}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <details open className="group border border-rule">
        <summary className="flex min-h-11 items-center border-b border-rule bg-paper px-4 font-semibold">
          {words.preview}
          <Icon
            name="chevron-down"
            className="ml-auto size-4 transition-transform group-open:rotate-180"
          />
        </summary>
        <div
          lang={language}
          className="max-h-[36rem] divide-y divide-rule overflow-y-auto px-4 text-base"
        >
          <Clauses sections={readTermsText(shown)} />
        </div>
      </details>
    </div>
  );
}
