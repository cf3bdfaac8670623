import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { Section } from "#app/admin/kit/section.tsx";
import { usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { useLanguage } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { usePromoProblem } from "#app/ui/domain/promo-problem.ts";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { inLanguage, type LocalText } from "#base/language.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { Sample } from "#shop/orders/promotion-preview/preview-input.ts";
import type { PromotionPreview } from "#shop/orders/promotion-preview/preview-promotion.server.ts";
import type { PromotionFields } from "#shop/promotions/promotion-input.ts";
import { ChoiceSearch } from "./choice-search.tsx";
import { Radios } from "./draft-fields.tsx";
import type { PreviewAnswer } from "./preview-action.server.ts";

const typingPauseMs = 400;

interface PreviewPanelProps {
  id: string;
  fields: PromotionFields;
  /** Whether the actor may look at orders. */
  hasOrders: boolean;
  methods: readonly { readonly id: string; readonly name: string }[];
}

interface OwnLine {
  readonly variant_id: string;
  readonly quantity: number;
  readonly name: LocalText;
  readonly detail: string;
}

/** A sample cart without and with the promotion as typed, priced by the server like every cart. */
export function PreviewPanel({ id, fields, hasOrders, methods }: PreviewPanelProps) {
  const { preview: words } = usePromoWords();
  const [kind, setKind] = useState<Sample["kind"]>("best");
  const [number, setNumber] = useState("");
  const [own, setOwn] = useState<readonly OwnLine[]>([]);
  const sample: Sample =
    kind === "order"
      ? { kind, number }
      : kind === "own"
        ? { kind, lines: own.map(({ variant_id, quantity }) => ({ variant_id, quantity })) }
        : { kind };
  const isReady = kind === "best" || (kind === "order" ? number.trim() !== "" : own.length > 0);
  const { answer, busy } = usePreview({ id, after: fields, sample }, isReady);

  return (
    <Section title={words.title} hint={words.hint}>
      <Radios
        legend={words.cart}
        name="sample"
        value={kind}
        options={(["best", "order", "own"] as const)
          .filter((value) => value !== "order" || hasOrders)
          .map((value) => ({ value, label: words.samples[value] }))}
        onChange={setKind}
      />
      {kind === "order" ? (
        <Field label={words.number}>
          {(parts) => (
            <TextInput
              {...parts}
              className="figures"
              autoComplete="off"
              maxLength={40}
              value={number}
              onChange={(event) => setNumber(event.currentTarget.value)}
              onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            />
          )}
        </Field>
      ) : null}
      {kind === "own" ? <OwnLines own={own} onChange={setOwn} /> : null}
      <div aria-live="polite" aria-busy={busy} className="grid gap-3">
        {!isReady ? (
          <p className="text-muted">{words.empty}</p>
        ) : answer?.preview ? (
          <PreviewResult preview={answer.preview} methods={methods} />
        ) : answer?.problem ? (
          <p className={answer.problem === "invalid" ? "text-muted" : "text-stamp"}>
            {wordsFor(words.problems, answer.problem, "failed")}
          </p>
        ) : (
          <p className="text-muted">{words.loading}</p>
        )}
      </div>
    </Section>
  );
}

/** Asks for the preview a moment after the last change. */
function usePreview(
  input: object,
  isReady: boolean,
): { answer: PreviewAnswer | undefined; busy: boolean } {
  const fetcher = useFetcher<PreviewAnswer>();
  const text = JSON.stringify(input);
  const { submit } = fetcher;
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(
      () => void submit({ intent: "preview", input: text }, { method: "post" }),
      typingPauseMs,
    );
    return () => clearTimeout(timer);
  }, [text, isReady, submit]);
  return { answer: fetcher.data, busy: fetcher.state !== "idle" };
}

function OwnLines({
  own,
  onChange,
}: {
  own: readonly OwnLine[];
  onChange: (own: readonly OwnLine[]) => void;
}) {
  const words = usePromoWords();
  const language = useLanguage();
  return (
    <div className="grid gap-2">
      <ChoiceSearch
        kind="variants"
        label={words.preview.add}
        onChoose={({ id, name, detail }) => {
          if (own.some(({ variant_id }) => variant_id === id)) return;
          onChange([...own, { variant_id: id, quantity: 1, name, detail }]);
        }}
      />
      {own.map((line) => {
        const name = `${inLanguage(line.name, language)} ${line.detail}`;
        return (
          <div key={line.variant_id} className="flex items-center gap-2">
            <span className="min-w-0 grow truncate">{name}</span>
            <TextInput
              type="number"
              min={1}
              max={99}
              aria-label={words.preview.pieces(name)}
              className="figures w-20! shrink-0"
              value={line.quantity}
              onChange={(event) => {
                const quantity = Math.min(99, Math.max(1, Number(event.currentTarget.value) || 1));
                onChange(
                  own.map((other) =>
                    other.variant_id === line.variant_id ? { ...other, quantity } : other,
                  ),
                );
              }}
            />
            <button
              type="button"
              aria-label={words.remove(name)}
              className="inline-grid size-9 shrink-0 place-items-center hover:text-stamp"
              onClick={() =>
                onChange(own.filter(({ variant_id }) => variant_id !== line.variant_id))
              }
            >
              <Icon name="x" className="size-4" />
            </button>
          </div>
        );
      })}
    </div>
  );
}

function PreviewResult({
  preview,
  methods,
}: {
  preview: PromotionPreview;
  methods: PreviewPanelProps["methods"];
}) {
  const { preview: words } = usePromoWords();
  const say = usePromoProblem(methods);
  const { before, after } = preview;
  const sums = [
    { label: words.goods, before: before.goods, after: after.goods },
    { label: words.shipping, before: before.shipping, after: after.shipping },
    { label: words.total, before: before.total, after: after.total },
  ];
  return (
    <>
      <table className="figures w-full text-xs">
        <thead className="border-b border-ink">
          <tr>
            <th className="printed py-1.5 pr-2 text-left font-semibold">{words.line}</th>
            <th className="printed px-2 py-1.5 text-right font-semibold">{words.before}</th>
            <th className="printed py-1.5 pl-2 text-right font-semibold">{words.after}</th>
          </tr>
        </thead>
        <tbody>
          {preview.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cart may hold a variant twice, bought and as a gift
            <tr key={index} className="border-b border-rule align-top">
              <td className="py-1.5 pr-2 font-sans text-sm">
                {line.quantity} × {line.name}
                {line.options ? <span className="text-muted"> {line.options}</span> : null}
                {line.is_gift ? <b> {words.gift}</b> : null}
              </td>
              <td className="px-2 py-1.5 text-right whitespace-nowrap text-muted">
                {line.before === null ? "–" : formatRupiah(line.before)}
              </td>
              <td className="py-1.5 pl-2 text-right whitespace-nowrap">
                {formatRupiah(line.after)}
              </td>
            </tr>
          ))}
          {sums.map(({ label, ...sum }) => (
            <tr
              key={label}
              className={label === words.total ? "border-t border-ink font-semibold" : ""}
            >
              <th className="py-1 pr-2 text-left font-sans text-sm font-[inherit]">{label}</th>
              <td className="px-2 py-1 text-right whitespace-nowrap text-muted">
                {sum.before === null ? "–" : formatRupiah(sum.before)}
              </td>
              <td className="py-1 pl-2 text-right whitespace-nowrap">
                {sum.after === null ? "–" : formatRupiah(sum.after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {preview.discount > 0 ? (
        <p>
          {words.takes} <b className="money">{formatRupiah(preview.discount)}</b>
        </p>
      ) : (
        <p className="text-stamp">
          {preview.problem ? `${words.nothing} ${say({ ...preview.problem })}` : words.nothingAtAll}
        </p>
      )}
      <Others label={words.beside} others={preview.beside} />
      <Others label={words.beaten} others={preview.beaten} />
      {preview.warnings.length > 0 ? (
        <ul className="grid gap-2 border-t border-rule pt-3">
          {preview.warnings.map((warning) => (
            <li key={warning} className="flex items-start gap-2">
              <Icon name="triangle-alert" className="mt-0.5 size-4 shrink-0" />
              <span>
                {warning === "overlaps_automatic"
                  ? words.overlaps(preview.overlaps.join(", "))
                  : words.warnings[warning]}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Others({ label, others }: { label: string; others: PromotionPreview["beside"] }) {
  if (others.length === 0) return null;
  return (
    <p className="text-muted">
      {label}{" "}
      {others.map(({ label: name, discount }, index) => (
        <span key={name}>
          {index > 0 ? ", " : ""}
          {name} <span className="money">{formatRupiah(discount)}</span>
        </span>
      ))}
    </p>
  );
}
