import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { ChecksButton } from "#app/designer/checks-button.tsx";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { type LocalText, languages } from "#base/language.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";

interface SaveTemplateBarProps {
  name: LocalText;
  published: boolean;
  findings: readonly Finding[];
  /** False: the checks are not done yet. */
  isChecked: boolean;
  busy: boolean;
  /** On phones only the checks and the button: a panel needs the room. */
  isBrief: boolean;
  mayEdit: boolean;
  /** The code of what the server refused. */
  problem: string | undefined;
  onChange: (part: { readonly name?: LocalText; readonly published?: boolean }) => void;
  onChecks: () => void;
  onSave: () => void;
}

/** The name of a template, whether buyers see it, and what keeps it from being printed. */
export function SaveTemplateBar({ name, published, findings, ...rest }: SaveTemplateBarProps) {
  const { templates: words } = usePrintingWords();
  return (
    <section className="grid gap-2 border-t border-ink bg-card px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:px-5 lg:py-3">
      {rest.problem ? (
        <Notice tone="error">
          <span id="template-problem">
            {wordsFor(words.problems, rest.problem, "invalid_input")}
          </span>
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <fieldset
          disabled={!rest.mayEdit}
          className={`flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-2 max-lg:w-full ${rest.isBrief ? "max-lg:hidden" : ""}`}
        >
          {languages.map((language) => (
            <TextInput
              key={language}
              aria-label={words.names[language]}
              placeholder={words.names[language]}
              lang={language}
              maxLength={60}
              className="min-w-0 grow basis-36 lg:max-w-56"
              {...(rest.problem === "name_missing" && language === "id"
                ? { "aria-invalid": true, "aria-describedby": "template-problem" }
                : {})}
              value={name[language]}
              onChange={({ currentTarget }) =>
                rest.onChange({ name: { ...name, [language]: currentTarget.value } })
              }
            />
          ))}
          <Checkbox
            label={words.publish}
            checked={published}
            onChange={({ currentTarget }) => rest.onChange({ published: currentTarget.checked })}
          />
        </fieldset>
        <ChecksButton
          findings={findings}
          isChecked={rest.isChecked}
          className="min-h-11 grow lg:grow-0"
          onPress={rest.onChecks}
        />
        {rest.mayEdit ? (
          <Button busy={rest.busy} data-sends="" onClick={rest.onSave}>
            {words.save}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
