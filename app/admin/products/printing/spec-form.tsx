import { useState } from "react";
import { useFetcher } from "react-router";
import { SaveBar } from "#app/admin/kit/form/save-bar.tsx";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { Section } from "#app/admin/kit/section.tsx";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { printProcesses } from "#shop/designs/document/print-processes.ts";
import type { PrintSpec } from "#shop/designs/document/print-spec.ts";
import { presetSpec } from "#shop/designs/print-setup/presets.ts";
import type { Printing } from "#shop/designs/print-setup/printing.ts";
import { ChoiceField } from "./choice-field.tsx";
import { PriceSection } from "./price-section.tsx";
import type { PrintingAnswer } from "./printing-action.server.ts";
import { SideSection } from "./side-section.tsx";
import { draftOf, freeId, type SpecDraft, specOf } from "./spec-draft.ts";
import { VariantsField } from "./variants-field.tsx";

const policies = ["self", "review", "proof"] as const;
const maxSides = 6;

interface SpecFormProps {
  printing: Printing;
  /** What the form begins with. */
  spec: PrintSpec;
  /** The stored specification that this one takes the place of; null: a new one. */
  replaces: string | null;
  /** Of the revision that a save makes. */
  newId: string;
  mayEdit: boolean;
  mayPrice: boolean;
  onDiscard?: () => void;
}

/** The print specification of some variants, saved as a new revision. */
export function SpecForm({
  printing,
  spec,
  replaces,
  newId,
  mayEdit,
  mayPrice,
  onDiscard,
}: SpecFormProps) {
  const words = usePrintingWords();
  const to = useLocalPath();
  const { product, variants, revision } = printing;
  const first = {
    draft: draftOf(spec),
    chosen: variants.filter(({ spec_id }) => spec_id === replaces).map(({ id }) => id),
  };
  const [draft, setDraft] = useState(first.draft);
  const [chosen, setChosen] = useState<readonly string[]>(first.chosen);
  // A save makes another specification the current one, and its answer is shown there.
  const fetcher = useFetcher<PrintingAnswer>({ key: `printing-${product.id}` });
  const busy = fetcher.state !== "idle";
  const answer = busy ? undefined : fetcher.data;
  const reply = answer && (answer.of ?? answer.replaces) === replaces ? answer : undefined;
  const isDirty =
    replaces === null ||
    JSON.stringify([draft, chosen]) !== JSON.stringify([first.draft, first.chosen]);
  const errorOf = (path: string) => {
    const code = reply?.problems?.[path];
    return code === undefined ? undefined : wordsFor(words.specProblems, code, "not_a_spec");
  };
  const change = (part: Partial<SpecDraft>) => setDraft((before) => ({ ...before, ...part }));
  const save = () => {
    const input = {
      id: newId,
      seen_revision: revision,
      replaces,
      spec: specOf(draft),
      variant_ids: chosen,
    };
    void fetcher.submit({ intent: "save", input } as never, {
      method: "post",
      encType: "application/json",
    });
  };
  const addSide = () => {
    const [side] = draftOf(presetSpec("blank")).sides;
    if (!side) return;
    const id = freeId(
      "side",
      draft.sides.map((other) => other.id),
    );
    change({ sides: [...draft.sides, { ...side, id, name: { id: "", en: "" } }] });
  };
  return (
    <>
      {reply?.withdrawn && reply.withdrawn.length > 0 ? (
        <Notice tone="warning">{words.withdrawn(reply.withdrawn.join(", "))}</Notice>
      ) : null}
      <fieldset disabled={!mayEdit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Section title={words.process}>
          <div className="grid items-start gap-4 md:grid-cols-3">
            <ChoiceField
              label={words.process}
              value={draft.process}
              options={printProcesses.map((name) => [name, words.processes[name]])}
              onChange={(process) => change({ process })}
            />
            <ChoiceField
              label={words.policy}
              hint={words.policyHint}
              value={draft.policy}
              options={policies.map((name) => [name, words.policies[name]])}
              onChange={(policy) => change({ policy })}
            />
            <Field label={words.minutes} error={errorOf("minutes")}>
              {(parts) => (
                <TextInput
                  {...parts}
                  inputMode="numeric"
                  maxLength={5}
                  className="figures"
                  value={draft.minutes}
                  onChange={(event) => change({ minutes: event.currentTarget.value })}
                />
              )}
            </Field>
            <Field label={words.days} hint={words.daysHint} error={errorOf("days")}>
              {(parts) => (
                <TextInput
                  {...parts}
                  inputMode="numeric"
                  maxLength={2}
                  className="figures"
                  value={draft.days}
                  onChange={(event) => change({ days: event.currentTarget.value })}
                />
              )}
            </Field>
          </div>
          <VariantsField
            printing={printing}
            chosen={chosen}
            replaces={replaces}
            onChange={setChosen}
            error={reply?.problem === "no_variant" ? words.problems.no_variant : undefined}
          />
        </Section>
        {draft.sides.map((side, index) => (
          <SideSection
            key={side.id}
            side={side}
            process={draft.process}
            place={index}
            errorOf={(path) => errorOf(`sides.${index}.${path}`)}
            onChange={(next) => change({ sides: draft.sides.with(index, next) })}
            onRemove={
              draft.sides.length > 1
                ? () => change({ sides: draft.sides.toSpliced(index, 1) })
                : undefined
            }
          />
        ))}
        {draft.sides.length < maxSides ? (
          <Button look="quiet" icon="plus" className="justify-self-start" onClick={addSide}>
            {words.addSide}
          </Button>
        ) : null}
        <PriceSection
          mayPrice={mayPrice}
          prices={draft.price}
          errorOf={(path) => errorOf(`price.${path}`)}
          onChange={(price) => change({ price })}
        />
      </fieldset>
      {replaces === null ? null : (
        <p className="flex flex-wrap gap-x-6 gap-y-1">
          <PermittedLink
            permission="media.manage"
            isAction
            to={to(`/admin/Products/${product.id}/Mockups`)}
            className="link"
          >
            {words.mockups}
          </PermittedLink>
          <a
            href={to(`/admin/Products/${product.id}/Printing/Ruler?spec=${replaces}`)}
            className="link"
          >
            {words.ruler}
          </a>
          <span className="text-muted">{words.rulerHint}</span>
        </p>
      )}
      {mayEdit ? (
        <SaveBar
          isDirty={isDirty}
          busy={busy}
          label={words.save}
          onSave={save}
          onDiscard={() => {
            setDraft(first.draft);
            setChosen(first.chosen);
            onDiscard?.();
          }}
          problem={
            reply?.problem ? wordsFor(words.problems, reply.problem, "invalid_input") : undefined
          }
          isSaved={reply?.done === "save"}
        />
      ) : null}
    </>
  );
}
