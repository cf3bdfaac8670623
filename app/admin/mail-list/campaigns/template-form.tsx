import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useTemplateWords } from "#app/admin/mail-list/templates/messages/mail-templates.ts";
import { useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { maxTemplateName } from "#shop/mailing/campaigns/write/template.ts";
import type { CampaignAnswer } from "./campaign-action.server.ts";

/** Saves what a campaign says as a template. */
export function TemplateForm({ name, isChanged }: { name: string; isChanged: boolean }) {
  const words = useTemplateWords();
  const { saveFirst } = useCampaignWords();
  const to = useLocalPath();
  const fetcher = useFetcher<CampaignAnswer>();
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  // One press is one template: a request that comes twice has the same id.
  const [templateId, setTemplateId] = useState(() => crypto.randomUUID());
  useEffect(() => {
    if (reply?.done) setTemplateId(crypto.randomUUID());
  }, [reply]);
  return (
    <fetcher.Form method="post" noValidate className="grid gap-3 border border-rule bg-card p-4">
      <input type="hidden" name="template" value={templateId} />
      <h2 className="text-lg">{words.save}</h2>
      <Field
        label={words.name}
        hint={words.saveHint}
        error={
          reply?.problem ? wordsFor(words.problems, reply.problem, "invalid_input") : undefined
        }
      >
        {(parts) => (
          <TextInput
            {...parts}
            name="name"
            maxLength={maxTemplateName}
            autoComplete="off"
            defaultValue={name.slice(0, maxTemplateName)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          type="submit"
          name="intent"
          value="template"
          look="quiet"
          icon="copy"
          busy={busy}
          disabled={isChanged}
        >
          {words.save}
        </Button>
        <p role="status" className="text-muted">
          {isChanged ? (
            saveFirst
          ) : reply?.done ? (
            <>
              {words.done}{" "}
              <Link to={to("/admin/MailList/Templates")} className="link">
                {words.seeAll}
              </Link>
            </>
          ) : (
            ""
          )}
        </p>
      </div>
    </fetcher.Form>
  );
}
