import { useState } from "react";
import { data, useFetcher } from "react-router";
import { Conflict } from "#app/admin/kit/form/conflict.tsx";
import { SaveBar } from "#app/admin/kit/form/save-bar.tsx";
import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { useProductDraftWords } from "#app/admin/products/drafts/messages/product-drafts.ts";
import { productWords, useProductWords } from "#app/admin/products/messages/products.ts";
import { OptionsSection } from "#app/admin/products/options/options-section.tsx";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Link } from "#app/ui/link.tsx";
import {
  findProductPictures,
  type ProductOfPictures,
} from "#shop/catalogue/media/read-pictures.server.ts";
import {
  findProductDrafts,
  type ProductDrafts,
} from "#shop/catalogue/products/drafts/product-drafts.server.ts";
import {
  type EditorChoices,
  findStaffProduct,
  readEditorChoices,
  type StaffProduct,
} from "#shop/catalogue/products/find-product.server.ts";
import { findMargins } from "#shop/catalogue/products/margins.server.ts";
import type { Margins } from "#shop/catalogue/products/margins.ts";
import {
  type MissingForPublication,
  type ProductFields,
  type ProductStatus,
  productState,
} from "#shop/catalogue/products/product.ts";
import { may } from "#shop/kernel/access.ts";
import type { Approval } from "#shop/staff/approvals/approval-row.ts";
import { waitingAbout } from "#shop/staff/approvals/list-approvals.server.ts";
import { WaitingApprovals } from "../approvals/waiting-approvals.tsx";
import { LazyHistory } from "../audit/lazy-history.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/product";
import { DraftNotices } from "./drafts/draft-notices.tsx";
import { ScheduleSection } from "./drafts/schedule-section.tsx";
import { useKeptDraft } from "./drafts/use-kept-draft.ts";
import { DuplicateForm } from "./duplicate-form.tsx";
import { ProductMedia } from "./media/product-media.tsx";
import { OrganisationPanel } from "./organisation-panel.tsx";
import { PrintingLink } from "./printing/printing-link.tsx";
import { answerProduct, type ProductAnswer } from "./product-action.server.ts";
import { SearchSection } from "./search-section.tsx";
import { StatusPanel } from "./status-panel.tsx";
import { TextsSection } from "./texts-section.tsx";
import { useProductEditor } from "./use-product-editor.ts";
import { VariantsSection } from "./variants-section.tsx";

export const meta: Route.MetaFunction = (source) => {
  const language = languageOf(source.location.pathname);
  const found = source.loaderData as { product?: StaffProduct } | undefined;
  const name = found?.product?.fields.name;
  return pageMeta(source, {
    title: name?.[language] || name?.id || productWords(language).title,
    hidden: true,
  });
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  const [product, drafts, choices, pictures, margins, waiting] = await Promise.all([
    findStaffProduct(staff, params.id),
    findProductDrafts(staff, params.id),
    readEditorChoices(),
    may(staff, "media.manage") ? findProductPictures(staff, params.id) : undefined,
    findMargins(staff, params.id),
    waitingAbout(staff, params.id),
  ]);
  if (!product) throw data(null, { status: 404 });
  const mayEdit = may(staff, "products.edit");
  return {
    product,
    drafts,
    choices,
    pictures,
    margins,
    waiting,
    mayEdit,
    now: Date.now(),
    copyId: crypto.randomUUID(),
  };
}

export function action({ params, request, context }: Route.ActionArgs) {
  return answerProduct(staffWith(context, "products.read"), params.id, request);
}

export default function AdminProduct({ loaderData }: Route.ComponentProps) {
  return <Editor key={loaderData.product.id} {...loaderData} />;
}

interface EditorProps {
  product: StaffProduct;
  drafts: ProductDrafts;
  choices: EditorChoices;
  /** For staff who may change them. */
  pictures: ProductOfPictures | undefined;
  /** For staff who may see costs. */
  margins: Margins | null;
  waiting: readonly Approval[];
  mayEdit: boolean;
  now: number;
  /** Of a copy of the product. */
  copyId: string;
}

/** Everything about a product: texts, pictures, options, prices and stock on the left; status and order on the right. */
function Editor({
  product,
  drafts,
  choices,
  pictures,
  margins,
  waiting,
  mayEdit,
  now,
  copyId,
}: EditorProps) {
  const words = useProductWords();
  const editing = useEditingWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const fetcher = useFetcher<ProductAnswer>();
  const editor = useProductEditor(product, fetcher, drafts.mine?.form);
  const draftWords = useProductDraftWords();
  const { draft, problemOf, isDirty, conflict } = editor;
  const [asked, setAsked] = useState(false);
  const busy = fetcher.state !== "idle";
  const kept = useKeptDraft(product.id, drafts, editor, mayEdit && !busy);
  const reply = busy ? undefined : fetcher.data;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const errorOf = (path: string) => {
    const found = problemOf(path);
    return found === undefined
      ? undefined
      : `${say(found.code)}${found.product ? ` ${words.inProduct(found.product)}` : ""}`;
  };
  const state = productState(product.status, product.published_at, now);
  const changeStatus = (status: ProductStatus, publish_at: string) => {
    setAsked(true);
    void fetcher.submit(
      { intent: "status", input: { version: product.version, status, publish_at } },
      { method: "post", encType: "application/json" },
    );
  };
  const unsaved =
    kept.state === "failed"
      ? draftWords.notKept
      : kept.isSafe && kept.keptAt
        ? draftWords.kept(formatMoment(kept.keptAt, language, zone))
        : undefined;
  const statusProblem = asked ? reply?.problem : undefined;
  const fieldsProps = { fields: draft.fields, onChange: editor.setFields, errorOf };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/Products")} className="link justify-self-start">
        {words.editor.back}
      </Link>
      <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
        {draft.fields.name[language] || draft.fields.name.id || words.create.title}
      </h1>
      <WaitingApprovals approvals={waiting} />
      <DraftNotices
        mine={isDirty || kept.applyAt ? drafts.mine : null}
        others={drafts.others}
        isElsewhere={kept.state === "elsewhere"}
        notApplied={drafts.mine?.problem ? say(drafts.mine.problem) : undefined}
        onDrop={() => void kept.drop()}
        onUnschedule={() => void kept.unschedule()}
        onTakeOver={(author) => void kept.takeOver(author)}
      />
      <Conflict
        fields={(conflict?.fields ?? []).map((name) => ({
          name,
          label: words.editor[fieldLabels[name]],
          before: shownValue(editor.stored.fields[name]),
          theirs: shownValue(conflict?.theirs[name]),
          mine: shownValue(draft.fields[name]),
        }))}
        onKeepMine={(name) => editor.settle(name as keyof ProductFields, "mine")}
        onTakeTheirs={(name) => editor.settle(name as keyof ProductFields, "theirs")}
      />
      <fieldset
        disabled={!mayEdit || kept.applyAt !== null}
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_18rem] xl:grid-rows-[auto_1fr]"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:row-span-2">
          <TextsSection {...fieldsProps} />
          {pictures ? (
            <ProductMedia
              productId={product.id}
              pictures={pictures.pictures}
              variants={pictures.variants}
              options={pictures.options}
            />
          ) : null}
          <OptionsSection draft={draft} onChange={editor.setDraft} errorOf={errorOf} />
          <VariantsSection
            draft={draft}
            stored={product.variants}
            margins={margins}
            onChange={editor.setDraft}
            errorOf={errorOf}
          />
          <SearchSection {...fieldsProps} />
        </div>
        {/* Shown first on a phone. In the DOM it follows the fields, so on larger screens keyboard focus reaches it last. */}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 max-xl:order-first">
          <StatusPanel
            state={state}
            publishedAt={product.published_at}
            id={product.id}
            slug={product.fields.slug}
            isDirty={isDirty}
            busy={busy}
            isWithoutPicture={pictures?.pictures.length === 0}
            missing={
              statusProblem?.code === "product_incomplete"
                ? (statusProblem.missing as MissingForPublication[])
                : []
            }
            problem={statusProblem ? say(statusProblem.code) : undefined}
            onChange={changeStatus}
          />
          {mayEdit && state === "published" ? (
            <ScheduleSection
              isDirty={isDirty}
              problem={
                kept.problem
                  ? wordsFor(draftWords.problems, kept.problem, "invalid_input")
                  : undefined
              }
              onSchedule={(at) => void kept.schedule(at)}
            />
          ) : null}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <OrganisationPanel {...fieldsProps} choices={choices} />
          <PrintingLink productId={product.id} />
          {mayEdit ? <DuplicateForm productId={product.id} copyId={copyId} /> : null}
          <LazyHistory key={product.id} kind="product" id={product.id} />
        </div>
      </fieldset>
      {mayEdit && kept.applyAt === null ? (
        <SaveBar
          onSave={() => {
            setAsked(false);
            void kept.settled().then(editor.save);
          }}
          isDirty={isDirty}
          busy={busy}
          isSafe={kept.isSafe}
          label={state === "published" ? draftWords.apply : undefined}
          unsaved={unsaved}
          onDiscard={() => void kept.drop()}
          isAsked={!editor.hasProblems && reply?.problem?.code === "waits_for_approval"}
          problem={
            asked
              ? undefined
              : editor.hasProblems
                ? editing.invalid
                : reply?.problem
                  ? say(reply.problem.code)
                  : undefined
          }
          isSaved={reply?.done === "save"}
        />
      ) : null}
    </div>
  );
}

const fieldLabels = {
  name: "name",
  summary: "summary",
  description: "description",
  sections: "sections",
  options: "options",
  slug: "slug",
  tags: "tags",
  brand: "brand",
  tax_class: "taxClass",
  shipping_class: "shippingClass",
  category_ids: "categories",
  seo: "search",
} as const satisfies Record<keyof ProductFields, string>;

/** A value as text; structured ones as their texts, one a line. */
function shownValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(shownValue).join("\n");
  if (typeof value === "object")
    return Object.values(value).map(shownValue).filter(Boolean).join("\n");
  return String(value);
}
