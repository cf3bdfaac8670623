import { useState } from "react";
import { useFetcher } from "react-router";
import { Section } from "#app/admin/kit/section.tsx";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { inLanguage } from "#base/language.ts";
import type { Printing, StaffTemplate } from "#shop/designs/print-setup/printing.ts";
import type { PrintingAnswer } from "./printing-action.server.ts";

interface TemplatesSectionProps {
  printing: Printing;
  /** Of a template that is made next. */
  newId: string;
  mayEdit: boolean;
}

/** The templates that buyers begin with, in their order. */
export function TemplatesSection({ printing, newId, mayEdit }: TemplatesSectionProps) {
  const { templates: words, problems } = usePrintingWords();
  const language = useLanguage();
  const to = useLocalPath();
  const fetcher = useFetcher<PrintingAnswer>();
  const [removing, setRemoving] = useState<StaffTemplate | null>(null);
  const { product, templates, specs } = printing;
  const busy = fetcher.state !== "idle";
  const problem = busy ? undefined : fetcher.data?.problem;
  const send = (body: object) =>
    void fetcher.submit(body as never, { method: "post", encType: "application/json" });
  // The editor has another content security policy, so it is loaded.
  const address = (id: string) => to(`/admin/Products/${product.id}/Printing/Templates/${id}`);
  return (
    <Section
      title={words.title}
      hint={words.hint}
      action={
        mayEdit ? (
          <a href={address(newId)} className="link">
            {words.add}
          </a>
        ) : undefined
      }
    >
      {templates.length === 0 ? <p className="text-muted">{words.empty}</p> : null}
      <ol className="grid">
        {templates.map((template, index) => {
          const name = inLanguage(template.name, language);
          return (
            <li
              key={template.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-rule py-2"
            >
              <img
                src={to(
                  `/admin/Products/${product.id}/Printing/${template.id}.svg?v=${template.version}`,
                )}
                alt=""
                width={64}
                height={64}
                loading="lazy"
                className="size-16 border border-rule bg-white"
              />
              <div className="min-w-0 grow">
                <a href={address(template.id)} className="link font-semibold wrap-anywhere">
                  {name}
                </a>
                <p className="text-sm text-muted">
                  {words.fields(template.fields)}
                  {specs.some(({ id }) => id === template.spec_id) ? "" : ` · ${words.outdated}`}
                </p>
              </div>
              {template.published ? (
                <Pill copy="green" icon="circle-check">
                  {words.published}
                </Pill>
              ) : (
                <Pill copy="white" icon="pen-line">
                  {words.draft}
                </Pill>
              )}
              {mayEdit ? (
                <span className="flex">
                  <IconButton
                    icon="arrow-up"
                    label={words.earlier(name)}
                    disabled={busy || index === 0}
                    onClick={() =>
                      send({ intent: "move", template: template.id, place: index - 1 })
                    }
                  />
                  <IconButton
                    icon="arrow-down"
                    label={words.later(name)}
                    disabled={busy || index === templates.length - 1}
                    onClick={() =>
                      send({ intent: "move", template: template.id, place: index + 1 })
                    }
                  />
                  <IconButton
                    icon="trash-2"
                    label={words.remove(name)}
                    disabled={busy}
                    onClick={() => setRemoving(template)}
                  />
                </span>
              ) : null}
            </li>
          );
        })}
      </ol>
      <p role="status" className="text-stamp">
        {problem ? wordsFor(problems, problem, "invalid_input") : ""}
      </p>
      <Dialog
        place="small"
        open={removing !== null}
        title={words.removeTitle(removing ? inLanguage(removing.name, language) : "")}
        onClose={() => setRemoving(null)}
        footer={
          <div className="flex justify-end">
            <Button
              look="danger"
              onClick={() => {
                if (removing) send({ intent: "delete", template: removing.id });
                setRemoving(null);
              }}
            >
              {words.removeButton}
            </Button>
          </div>
        }
      >
        <p className="p-5">{words.removeText}</p>
      </Dialog>
    </Section>
  );
}
