import { useState } from "react";
import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { Conflict } from "#app/admin/kit/form/conflict.tsx";
import { SaveBar } from "#app/admin/kit/form/save-bar.tsx";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { promoWords, usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { languageOf, useLanguage } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { inLanguage, type LocalText, localPath } from "#base/language.ts";
import { readSignInKeys, type SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { may } from "#shop/kernel/access.ts";
import {
  findPromotion,
  type PromotionChoices,
  readPromotionChoices,
  type StaffPromotion,
} from "#shop/promotions/editor/find-promotion.server.ts";
import type { PromotionFields } from "#shop/promotions/promotion-input.ts";
import type { PromotionNames } from "#shop/promotions/promotion-sentence.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/promotion";
import type { StepProps } from "./builder-props.ts";
import { conflictLabels, shownValue } from "./conflict-labels.ts";
import { GoodsStep } from "./goods-step.tsx";
import { LimitsStep } from "./limits-step.tsx";
import { PeopleStep } from "./people-step.tsx";
import { answerPreview } from "./preview-action.server.ts";
import { PreviewPanel } from "./preview-panel.tsx";
import { answerPromotion, type PromotionAnswer, readInput } from "./promotion-action.server.ts";
import { emptyPromotion } from "./promotion-draft.ts";
import { PromotionHeader, StatusButtons } from "./promotion-header.tsx";
import { SentencePanel } from "./sentence-panel.tsx";
import { usePromotionEditor } from "./use-promotion-editor.ts";
import { WhatStep } from "./what-step.tsx";

export const meta: Route.MetaFunction = (source) => {
  const language = languageOf(source.location.pathname);
  const name = source.loaderData?.promotion.fields.name;
  return pageMeta(source, {
    title: (name && inLanguage(name, language)) || promoWords(language).newTitle,
    hidden: true,
  });
};

/** In the address of a promotion that is not stored yet. */
const newId = "New";
const noNames: PromotionNames = {
  products: {},
  categories: {},
  variants: {},
  groups: {},
  regions: {},
  methods: {},
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const isNew = params.id === newId;
  const staff = staffWith(context, isNew ? "promos.edit" : "promos.read");
  const [promotion, choices, keys] = await Promise.all([
    isNew ? unsaved() : findPromotion(staff, params.id),
    readPromotionChoices(),
    readSignInKeys(staff),
  ]);
  if (!promotion) throw data(null, { status: 404 });
  return {
    promotion,
    choices,
    keys,
    mayEdit: may(staff, "promos.edit"),
    hasOrders: may(staff, "orders.read"),
  };
}

function unsaved(): StaffPromotion {
  const id = crypto.randomUUID();
  return {
    id,
    version: 0,
    state: "active",
    fields: emptyPromotion,
    names: noNames,
    used: 0,
    spent: 0,
  };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "promos.read");
  const form = await readForm(request);
  const language = languageOf(url.pathname);
  if (form.get("intent") === "preview") return answerPreview(staff, readInput(form), language);
  const id = params.id === newId ? String(form.get("id")) : params.id;
  const answer = await answerPromotion(staff, id, form);
  if (answer.done === "duplicate" || (params.id === newId && answer.done === "save")) {
    throw redirect(localPath(language, `/admin/PromoCodes/${answer.of}`));
  }
  return answer;
}

/** A preview changes nothing that the page has read. */
export function shouldRevalidate({
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return formData?.get("intent") === "preview" ? false : defaultShouldRevalidate;
}

export default function AdminPromotion({ loaderData }: Route.ComponentProps) {
  const { promotion } = loaderData;
  // A new promotion gets another id each time that the page is read, and stays the same form.
  return <Builder key={promotion.version === 0 ? newId : promotion.id} {...loaderData} />;
}

interface BuilderProps {
  promotion: StaffPromotion;
  choices: PromotionChoices;
  keys: SignInKeys;
  mayEdit: boolean;
  /** Whether the actor may look at orders. */
  hasOrders: boolean;
}

/** Four steps on one page; beside them what they add up to, in words. */
function Builder({ promotion, choices, keys, mayEdit, hasOrders }: BuilderProps) {
  const words = usePromoWords();
  const language = useLanguage();
  const { fetcher, proof, answer } = useProvenFetcher<PromotionAnswer>(keys);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : answer;
  const [id] = useState(promotion.id);
  const editor = usePromotionEditor(promotion, reply, (intent, input) => {
    void fetcher.submit({ intent, id, input: JSON.stringify(input) }, { method: "post" });
  });
  const [learned, setLearned] = useState<LearnedNames>({ products: {}, variants: {}, regions: {} });
  const { draft, fields, conflict } = editor;
  const names = withLearned(promotion.names, choices, learned);
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const errorOf: StepProps["errorOf"] = (name) => {
    const code = editor.problemOf(name);
    if (code === undefined) return undefined;
    const taken = code === "promo_code_taken" ? reply?.taken : undefined;
    return taken ? words.codeOf(taken.promo_code, taken.promotion) : say(code);
  };
  const step: StepProps = {
    draft,
    choices,
    names,
    errorOf,
    onChange: editor.setDraft,
    onName: (kind, at, name) =>
      setLearned((before) => ({ ...before, [kind]: { ...before[kind], [at]: name } })),
  };

  return (
    <>
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          editor.save();
        }}
      >
        <PromotionHeader
          id={promotion.id}
          name={draft.name}
          state={promotion.version > 0 ? promotion.state : null}
          page="rules"
        >
          {mayEdit && promotion.version > 0 ? (
            <StatusButtons state={promotion.state} fetcher={fetcher} isDirty={editor.isDirty} />
          ) : null}
        </PromotionHeader>
        {mayEdit ? null : <Notice>{words.viewOnly}</Notice>}
        <Conflict
          fields={(conflict?.fields ?? []).map((name) => ({
            name,
            label: conflictLabels(words)[name],
            before: shownValue(editor.stored[name]),
            theirs: shownValue(conflict?.theirs[name]),
            mine: shownValue(fields[name]),
          }))}
          onKeepMine={(name) => editor.settle(name as keyof PromotionFields, "mine")}
          onTakeTheirs={(name) => editor.settle(name as keyof PromotionFields, "theirs")}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <fieldset disabled={!mayEdit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <WhatStep {...step} />
            <GoodsStep {...step} />
            <PeopleStep {...step} />
            <LimitsStep {...step} />
          </fieldset>
          {/* On a phone the sentence comes first and the preview last. */}
          <div className="gap-5 max-xl:contents xl:sticky xl:top-6 xl:grid xl:grid-cols-[minmax(0,1fr)]">
            <div className="max-xl:order-first">
              <SentencePanel
                promotion={promotion}
                fields={fields}
                names={names}
                timeZone={choices.time_zone}
              />
            </div>
            <PreviewPanel
              id={id}
              fields={fields}
              hasOrders={hasOrders}
              methods={choices.methods.map((method) => ({
                id: method.id,
                name: inLanguage(method.name, language),
              }))}
            />
          </div>
        </div>
        {mayEdit ? (
          <SaveBar
            isDirty={editor.isDirty}
            busy={busy}
            onDiscard={editor.discard}
            problem={
              editor.hasProblems ? say("invalid") : reply?.problem ? say(reply.problem) : undefined
            }
            isSaved={reply?.done === "save"}
          />
        ) : null}
      </form>
      {proof}
    </>
  );
}

interface LearnedNames {
  readonly products: Readonly<Record<string, LocalText>>;
  readonly variants: Readonly<Record<string, LocalText>>;
  readonly regions: Readonly<Record<string, LocalText>>;
}

/** All names that the builder can show: the stored ones, those of the lists, and those that were searched. */
function withLearned(
  stored: PromotionNames,
  choices: PromotionChoices,
  learned: LearnedNames,
): PromotionNames {
  const byId = <T,>(all: readonly { readonly id: string; readonly name: T }[]) =>
    Object.fromEntries(all.map(({ id, name }) => [id, name]));
  return {
    products: { ...stored.products, ...learned.products },
    variants: { ...stored.variants, ...learned.variants },
    categories: { ...stored.categories, ...byId(choices.categories) },
    groups: { ...stored.groups, ...byId(choices.groups) },
    methods: { ...stored.methods, ...byId(choices.methods) },
    regions: {
      ...stored.regions,
      ...Object.fromEntries(Object.entries(learned.regions).map(([code, name]) => [code, name.id])),
    },
  };
}
