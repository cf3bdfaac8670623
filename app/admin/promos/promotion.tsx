import { useState } from "react";
import { data, redirect } from "react-router";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { promoWords, usePromoWords } from "#app/messages/admin/promos.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { inLanguage, type LocalText, localPath } from "#base/language.ts";
import { may } from "#shop/access.ts";
import { readSignInKeys, type SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import {
  findPromotion,
  type PromotionChoices,
  readPromotionChoices,
  type StaffPromotion,
} from "#shop/promotions/find-promotion.server.ts";
import type { PromotionFields } from "#shop/promotions/promotion-input.ts";
import type { PromotionNames } from "#shop/promotions/promotion-sentence.ts";
import { Conflict } from "../conflict.tsx";
import { useProvenFetcher } from "../refund-approvals/use-proven-fetcher.tsx";
import { SaveBar } from "../save-bar.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/promotion";
import type { StepProps } from "./builder-props.ts";
import { conflictLabels, shownValue } from "./conflict-labels.ts";
import { GoodsStep } from "./goods-step.tsx";
import { LimitsStep } from "./limits-step.tsx";
import { PeopleStep } from "./people-step.tsx";
import { answerPromotion, type PromotionAnswer } from "./promotion-action.server.ts";
import { emptyPromotion } from "./promotion-draft.ts";
import { PromotionPill } from "./promotion-pill.tsx";
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
  return { promotion, choices, keys, mayEdit: may(staff, "promos.edit") };
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
  const id = params.id === newId ? String(form.get("id")) : params.id;
  const answer = await answerPromotion(staff, id, form);
  if (params.id === newId && answer.done === "save") {
    throw redirect(localPath(languageOf(url.pathname), `/admin/PromoCodes/${answer.of}`));
  }
  return answer;
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
}

/** Four steps on one page; beside them what they add up to, in words. */
function Builder({ promotion, choices, keys, mayEdit }: BuilderProps) {
  const words = usePromoWords();
  const language = useLanguage();
  const to = useLocalPath();
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
  const title = inLanguage(draft.name, language) || words.newTitle;

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
        <Link to={to("/admin/PromoCodes")} className="link justify-self-start">
          {words.back}
        </Link>
        <header className="flex flex-wrap items-center gap-3">
          <h1 tabIndex={-1} className="min-w-0 text-2xl wrap-anywhere">
            {title}
          </h1>
          {promotion.version > 0 ? <PromotionPill state={promotion.state} /> : null}
        </header>
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
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:sticky xl:top-6">
            <SentencePanel
              promotion={promotion}
              fields={fields}
              names={names}
              timeZone={choices.time_zone}
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
