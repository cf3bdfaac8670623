import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { useLocalPath } from "#app/language.ts";
import { useDesignPriceWords } from "#app/messages/shared/design-price.ts";
import { usePersonaliseWords } from "#app/storefront/item/messages/personalise.ts";
import { DesignParts } from "#app/ui/domain/design/design-parts.tsx";
import { StyleChoice } from "#app/ui/domain/design/style-choice.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { Picture, ProductTemplate } from "#shop/catalogue/catalogue.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { missingText, problemText } from "./problem-text.ts";
import { useIllustration } from "./use-illustration.ts";
import { type KeepDesign, usePersonalising } from "./use-personalising.ts";
import { useStylePictures } from "./use-style-pictures.ts";

// Only templates with a frame for a photograph load it.
const PhotoFields = lazy(() => import("./photo-fields.tsx"));

interface FormProps {
  /** Of the product. */
  slug: string;
  templates: readonly ProductTemplate[];
  /** The goods are sold with a print only. */
  isRequired: boolean;
  variantId: string;
  quantity: number;
  onLoaded: (keep: KeepDesign) => void;
  /**
   * @param unit whole rupiah that the design adds to the price of one piece
   * @param setup whole rupiah that it costs once
   */
  onPriced: (unit: number, setup: number) => void;
  /** A picture of the goods with the design is there; undefined when the form goes. */
  onIllustrated: (picture: Picture | undefined) => void;
  /** What has to be filled in first, as a sentence; null: nothing. */
  onMissing: (text: string | null) => void;
}

/** `early-input.ts` keeps what is typed before. */
const hasCome = (form: Element | null) => form?.removeAttribute("data-late");

/** A design is made by filling in its fields; the picture beside them is what will be printed. */
export default function PersonaliseForm({
  slug,
  templates,
  isRequired,
  variantId,
  quantity,
  onLoaded,
  onPriced,
  onIllustrated,
  onMissing,
}: FormProps) {
  const words = usePersonaliseWords();
  const prices = useDesignPriceWords();
  const to = useLocalPath();
  const personal = usePersonalising(slug, templates, variantId, quantity, isRequired);
  const { template, values, svg, price, next, problems, failure } = personal;
  const typed = template.fields.filter(({ rule }) => rule !== "photo");
  const printed = typed.flatMap(({ id }) => values[id] || []).join(", ");
  const photos = template.fields.flatMap(({ id, label, rule, required }) => {
    if (rule !== "photo") return [];
    const problem = problems.find(({ field }) => field === id);
    const remark = personal.remarks.find(({ field }) => field === id);
    return {
      id,
      label,
      required,
      value: values[id] ?? "",
      error: problem && problemText(words, problem, rule),
      remark: remark && words.blurred[remark.code === "dpi_below_target" ? "near" : "far"],
      onChange: (sha256: string) => personal.type(id, sha256),
    };
  });
  useIllustration(personal.query, printed, onIllustrated);
  const drawn = useStylePictures(templates, variantId, values);
  const missing = missingText(words, template.fields, problems);
  useEffect(() => onMissing(missing), [missing, onMissing]);
  // Clears the message when the form unmounts, e.g. after the buyer turns printing off.
  useEffect(() => () => onMissing(null), [onMissing]);
  useEffect(() => {
    onPriced(price?.unit ?? 0, price?.setup ?? 0);
  }, [price, onPriced]);
  const keep = useRef(personal.keep);
  // With the render: a press may follow what was typed at once.
  useLayoutEffect(() => {
    keep.current = personal.keep;
    onLoaded(keep);
  });
  const begun = new URLSearchParams({ template: template.id, variant: variantId });
  for (const [field, value] of Object.entries(values)) begun.set(`f.${field}`, value);
  const designer = `${to(`/item/${slug}/Design`)}?${begun}`;
  const roster = `${to(`/item/${slug}/Roster`)}?${begun}`;
  const whole = problems.find(({ field }) => field === null);
  return (
    <fieldset data-late="" ref={hasCome} className="grid gap-4 border border-rule p-4">
      <legend className="px-1 font-display font-bold">
        {photos.length > 0 ? words.ownTitle : words.title}
      </legend>
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 grow gap-4">
          {typed.map(({ id, label, max, required, rule }) => {
            const problem = problems.find(({ field }) => field === id);
            return (
              <Field
                key={id}
                label={label}
                optional={!required}
                hint={(rule === "number" ? words.digits : words.letters)(
                  [...(values[id] ?? "")].length,
                  max,
                )}
                error={problem ? problemText(words, problem, rule) : undefined}
              >
                {(parts) => (
                  <TextInput
                    {...parts}
                    value={values[id] ?? ""}
                    inputMode={rule === "number" ? "numeric" : undefined}
                    autoComplete="off"
                    spellCheck={false}
                    onChange={({ target }) => personal.type(id, target.value)}
                  />
                )}
              </Field>
            );
          })}
        </div>
        {typed.length > 0 ? (
          // Next to the field, because the gallery is scrolled out of view.
          <div
            className="sticky top-4 mt-6 size-18 shrink-0 border border-rule bg-white lg:hidden"
            data-name-preview
          >
            <img
              src={svg ? `data:image/svg+xml,${encodeURIComponent(svg)}` : to(template.picture)}
              alt=""
              className="size-full"
            />
          </div>
        ) : null}
      </div>
      {template.letters && typed.length > 0 ? (
        <p className="text-sm text-muted">
          {words.beyond(template.letters.above, formatRupiah(template.letters.amount))}
        </p>
      ) : null}
      {photos.length > 0 ? (
        <Suspense>
          <PhotoFields
            key={template.id}
            fields={photos}
            rights={personal.rights}
            blur={personal.blur}
            onSending={personal.sendPhoto}
          />
        </Suspense>
      ) : null}
      <StyleChoice
        label={words.style}
        name="design-template"
        templates={templates}
        drawn={drawn}
        chosen={template.id}
        onChoose={(id) => personal.choose(templates.find((one) => one.id === id) ?? template)}
      />
      <div className="grid grid-cols-[7rem_1fr] items-center gap-4">
        <div className="aspect-square border border-rule bg-white" data-design-preview>
          {svg ? (
            <img
              src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
              alt={words.preview(printed || template.name)}
              className="size-full"
            />
          ) : null}
        </div>
        <div role="status">
          <p className="text-sm text-muted">
            {personal.isSketch ? words.sketch : svg ? words.illustration : words.empty}
          </p>
          <DesignParts parts={price?.parts ?? []} />
          {next && next.less > 0 ? (
            <p className="text-sm text-muted">
              {prices.cheaper(next.from, formatRupiah(next.less))}
            </p>
          ) : null}
        </div>
      </div>
      {/* The designer has another content security policy, so its page is loaded. */}
      <a className="link flex min-h-11 items-center gap-2 text-sm" href={designer}>
        <Icon name="pen-line" className="size-4" />
        {words.more}
      </a>
      {template.fields.some(({ each }) => each) && photos.length === 0 ? (
        <Link className="link flex min-h-11 items-center gap-2 text-sm" to={roster}>
          <Icon name="user" className="size-4" />
          {words.roster}
        </Link>
      ) : null}
      {whole ? <Notice tone="error">{problemText(words, whole)}</Notice> : null}
      {failure ? <Notice tone="error">{words.failures[failure]}</Notice> : null}
    </fieldset>
  );
}
