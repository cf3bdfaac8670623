import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useTemplateWords } from "#app/admin/mail-list/templates/messages/mail-templates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { maxTemplateName, type Template } from "#shop/mailing/campaigns/write/template.ts";
import type { TemplateAnswer } from "./template-action.server.ts";
import { UseForm } from "./use-form.tsx";

interface TemplateItemProps {
  template: Template & { readonly newId: string };
  /** Below the name. */
  details: string;
  mayEdit: boolean;
}

/** A template of staff, with what can be done with it. */
export function TemplateItem({ template, details, mayEdit }: TemplateItemProps) {
  const { id, name, version, newId } = template;
  const words = useTemplateWords();
  const fetcher = useFetcher<TemplateAnswer>();
  const [open, setOpen] = useState<"rename" | "delete">();
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  useEffect(() => {
    if (reply?.done) setOpen(undefined);
  }, [reply]);
  const problemOf = (intent: string) =>
    reply?.problem && reply.intent === intent
      ? wordsFor(words.problems, reply.problem, "invalid_input")
      : undefined;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3">
      <div className="grid min-w-0 gap-0.5">
        <h4 className="font-semibold wrap-anywhere">{name}</h4>
        <p className="text-sm text-muted wrap-anywhere">{details}</p>
      </div>
      {mayEdit ? (
        <div className="flex flex-wrap items-center gap-2">
          <UseForm template={id} name={name} newId={newId} />
          <Button look="bare" aria-label={words.renameOf(name)} onClick={() => setOpen("rename")}>
            {words.rename}
          </Button>
          <Button look="bare" aria-label={words.removeOf(name)} onClick={() => setOpen("delete")}>
            {words.remove}
          </Button>
        </div>
      ) : null}
      <Dialog
        open={open === "rename"}
        onClose={() => setOpen(undefined)}
        title={words.rename}
        place="small"
      >
        <fetcher.Form method="post" noValidate className="grid gap-4">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="version" value={version} />
          <Field label={words.name} error={problemOf("rename")}>
            {(parts) => (
              <TextInput
                {...parts}
                name="name"
                maxLength={maxTemplateName}
                autoComplete="off"
                defaultValue={name}
              />
            )}
          </Field>
          <Button type="submit" name="intent" value="rename" busy={busy}>
            {words.keepName}
          </Button>
        </fetcher.Form>
      </Dialog>
      <Dialog
        open={open === "delete"}
        onClose={() => setOpen(undefined)}
        title={words.removeTitle(name)}
        place="small"
      >
        <fetcher.Form method="post" className="grid gap-4">
          <input type="hidden" name="id" value={id} />
          <p>{words.removeText}</p>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="delete" look="danger" busy={busy}>
              {words.remove}
            </Button>
            <Button look="quiet" onClick={() => setOpen(undefined)}>
              {words.keep}
            </Button>
          </div>
          {problemOf("delete") ? (
            <p role="status" className="text-stamp">
              {problemOf("delete")}
            </p>
          ) : null}
        </fetcher.Form>
      </Dialog>
    </li>
  );
}
