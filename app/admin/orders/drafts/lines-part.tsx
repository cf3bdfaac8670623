import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { useLocalPath } from "#app/language.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Combobox } from "#app/ui/combobox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { DraftVariant } from "#shop/orders/drafts/draft-choice.ts";
import { withPiece } from "./add-piece.ts";
import { type FormLine, labelOf } from "./draft-state.ts";
import type { DraftEditor } from "./use-draft.ts";

/** What is sold: variants of the catalogue and custom lines. */
export function LinesPart({ editor }: { editor: DraftEditor }) {
  const words = useDraftWords();
  const to = useLocalPath();
  const { form, changeLines, errorOf } = editor;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-lg">{words.goods}</h2>
      <Combobox<DraftVariant>
        label={words.findVariant}
        error={errorOf("lines")}
        maxLength={100}
        minLetters={2}
        address={to("/admin/Orders/Drafts/Choices")}
        idOf={({ id }) => id}
        words={words}
        onChoose={(hit) => changeLines((lines) => withPiece(lines, hit))}
      >
        {(hit) => (
          <>
            <span>
              {hit.name}
              {hit.options ? `, ${hit.options}` : ""}
            </span>
            <span className="figures text-xs">
              {hit.sku} · {formatRupiah(hit.price)} · {words.stock(hit.available)}
            </span>
          </>
        )}
      </Combobox>
      {form.lines.length === 0 ? <p className="text-muted">{words.noLines}</p> : null}
      <ol className="grid gap-3">
        {form.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity, and its fields are controlled
          <li key={index}>
            <LineCard editor={editor} line={line} index={index} />
          </li>
        ))}
      </ol>
      <Button
        look="quiet"
        icon="plus"
        className="justify-self-start"
        onClick={() => changeLines((lines) => [...lines, customLine])}
      >
        {words.addCustom}
      </Button>
    </section>
  );
}

const customLine: FormLine = {
  kind: "custom",
  name: "",
  quantity: "1",
  price: "",
  weight_grams: "",
  tax_class: "goods",
};

interface LineCardProps {
  editor: DraftEditor;
  line: FormLine;
  index: number;
}

function LineCard({ editor, line, index }: LineCardProps) {
  const words = useDraftWords();
  const { changeLines, errorOf } = editor;
  const at = `lines.${index}`;
  const label = labelOf(line) || words.customName;
  const set = (part: Partial<FormLine>) =>
    changeLines((lines) =>
      lines.map((other, place) => (place === index ? ({ ...other, ...part } as FormLine) : other)),
    );
  return (
    <div className="grid gap-3 border border-rule p-3">
      <div className="flex items-start justify-between gap-2">
        {line.kind === "variant" ? (
          <p className="font-semibold wrap-anywhere">{line.label}</p>
        ) : (
          <div className="grow">
            <Field label={words.customName} error={errorOf(`${at}.name`)}>
              {(parts) => (
                <TextInput
                  {...parts}
                  maxLength={120}
                  value={line.name}
                  onChange={(event) => set({ name: event.target.value })}
                />
              )}
            </Field>
          </div>
        )}
        <IconButton
          icon="x"
          label={words.remove(label)}
          onClick={() => changeLines((lines) => lines.filter((_, place) => place !== index))}
        />
      </div>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
        <Field
          label={words.quantity}
          error={errorOf(`${at}.quantity`) ? words.quantityRange : undefined}
        >
          {(parts) => (
            <TextInput
              {...parts}
              aria-label={words.quantityOf(label)}
              inputMode="numeric"
              className="figures"
              maxLength={6}
              value={line.quantity}
              onChange={(event) => set({ quantity: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={words.price}
          hint={line.kind === "variant" ? words.priceHint : undefined}
          error={errorOf(`${at}.price`)}
        >
          {(parts) => (
            <TextInput
              {...parts}
              aria-label={words.priceOf(label)}
              inputMode="numeric"
              className="figures"
              maxLength={20}
              value={line.price}
              onChange={(event) => set({ price: event.target.value })}
            />
          )}
        </Field>
        {line.kind === "custom" ? (
          <>
            <Field label={words.weight} error={errorOf(`${at}.weight_grams`)} optional>
              {(parts) => (
                <TextInput
                  {...parts}
                  inputMode="numeric"
                  className="figures"
                  maxLength={7}
                  value={line.weight_grams}
                  onChange={(event) => set({ weight_grams: event.target.value })}
                />
              )}
            </Field>
            <Field label={words.tax}>
              {(parts) => (
                <Select
                  {...parts}
                  className="w-full"
                  value={line.tax_class}
                  onChange={(event) => set({ tax_class: event.target.value as "goods" | "exempt" })}
                >
                  <option value="goods">{words.taxes.goods}</option>
                  <option value="exempt">{words.taxes.exempt}</option>
                </Select>
              )}
            </Field>
          </>
        ) : null}
      </div>
    </div>
  );
}
