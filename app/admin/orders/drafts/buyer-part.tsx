import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { useLocalPath } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Combobox } from "#app/ui/combobox.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { languages } from "#base/language.ts";
import type { DraftBuyer } from "#shop/orders/drafts/draft-choice.ts";
import type { DraftEditor } from "./use-draft.ts";

/** The buyer: chosen from the search, or typed. */
export function BuyerPart({ editor }: { editor: DraftEditor }) {
  const words = useDraftWords();
  const to = useLocalPath();
  const { form, change, errorOf } = editor;
  const { buyer } = form;
  const set = (part: Partial<typeof buyer>) => change({ buyer: { ...buyer, ...part } });
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-lg">{words.buyer}</h2>
      <Combobox<DraftBuyer>
        label={words.findBuyer}
        maxLength={100}
        minLetters={3}
        address={`${to("/admin/Orders/Drafts/Choices")}?of=buyers`}
        idOf={({ id }) => id}
        words={words}
        onChoose={({ name, phone, email, account_id }) => set({ name, phone, email, account_id })}
      >
        {(hit) => (
          <>
            <span>{hit.name || words.nameless}</span>
            <span className="figures text-xs">
              {[hit.phone, hit.email].filter(Boolean).join(" · ")}
            </span>
          </>
        )}
      </Combobox>
      {buyer.account_id ? (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          {words.chosenBuyer}
          <Button look="bare" className="px-0!" onClick={() => set({ account_id: null })}>
            {words.otherBuyer}
          </Button>
        </p>
      ) : null}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={words.name} error={errorOf("buyer.name")}>
          {(parts) => (
            <TextInput
              {...parts}
              maxLength={80}
              autoComplete="off"
              value={buyer.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label={words.phone} error={errorOf("buyer.phone")}>
          {(parts) => (
            <TextInput
              {...parts}
              type="tel"
              className="figures"
              maxLength={30}
              autoComplete="off"
              value={buyer.phone}
              onChange={(event) => set({ phone: event.target.value })}
            />
          )}
        </Field>
        <Field label={words.email} error={errorOf("buyer.email")} optional>
          {(parts) => (
            <TextInput
              {...parts}
              type="email"
              maxLength={254}
              autoComplete="off"
              value={buyer.email}
              onChange={(event) => set({ email: event.target.value })}
            />
          )}
        </Field>
      </div>
      <fieldset className="grid gap-1">
        <legend className="text-sm font-semibold">{words.buyerLanguage}</legend>
        <div className="flex flex-wrap gap-x-6">
          {languages.map((name) => (
            <Checkbox
              key={name}
              type="radio"
              name="language"
              label={words.languages[name]}
              checked={(buyer.language ?? "id") === name}
              onChange={() => set({ language: name })}
            />
          ))}
        </div>
      </fieldset>
    </section>
  );
}
