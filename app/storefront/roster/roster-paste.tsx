import { useRef } from "react";
import { useRosterWords } from "#app/storefront/roster/messages/roster.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextArea } from "#app/ui/text-input.tsx";

/** Rows of a spreadsheet; without scripts the server puts them into the list. */
export function RosterPaste({
  dropped,
  onTake,
}: {
  dropped: number;
  onTake: (text: string) => void;
}) {
  const { paste: words } = useRosterWords();
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <details className="mt-1">
      <summary className="flex min-h-11 cursor-pointer items-center underline decoration-rule underline-offset-4">
        {words.open}
      </summary>
      <div className="grid gap-3 border border-rule p-4">
        <Field label={words.label} hint={words.hint}>
          {(parts) => (
            <TextArea
              {...parts}
              ref={area}
              name="paste"
              rows={5}
              placeholder={words.example}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        <Button
          type="submit"
          name="intent"
          value="paste"
          look="quiet"
          className="justify-self-start"
          onClick={(event) => {
            event.preventDefault();
            const field = area.current;
            if (!field || field.value.trim() === "") return;
            onTake(field.value);
            field.value = "";
          }}
        >
          {words.take}
        </Button>
        {dropped > 0 ? <Notice tone="warning">{words.dropped(dropped)}</Notice> : null}
      </div>
    </details>
  );
}
