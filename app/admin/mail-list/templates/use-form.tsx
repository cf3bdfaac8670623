import { useFetcher } from "react-router";
import { useTemplateWords } from "#app/admin/mail-list/templates/messages/mail-templates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import type { TemplateAnswer } from "./template-action.server.ts";

interface UseFormProps {
  template: string;
  name: string;
  /** Of the campaign that it makes. */
  newId: string;
}

/** Begins a campaign with a template. */
export function UseForm({ template, name, newId }: UseFormProps) {
  const words = useTemplateWords();
  const fetcher = useFetcher<TemplateAnswer>();
  const problem = fetcher.state === "idle" ? fetcher.data?.problem : undefined;
  return (
    <fetcher.Form method="post" className="grid gap-2">
      <input type="hidden" name="template" value={template} />
      <input type="hidden" name="newId" value={newId} />
      <Button
        type="submit"
        name="intent"
        value="use"
        look="quiet"
        aria-label={words.useOf(name)}
        busy={fetcher.state !== "idle"}
      >
        {words.use}
      </Button>
      {problem ? (
        <p role="status" className="text-sm text-stamp">
          {wordsFor(words.problems, problem, "invalid_input")}
        </p>
      ) : null}
    </fetcher.Form>
  );
}
