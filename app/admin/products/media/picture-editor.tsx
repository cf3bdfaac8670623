import { useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useMediaWords } from "#app/messages/admin/media.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import { maxAltLength } from "#shop/media/media.ts";
import { acceptedTypes } from "./drop-zone.tsx";
import { FocalPoint } from "./focal-point.tsx";
import type { MediaAnswer } from "./media-action.server.ts";
import type { PictureRowProps } from "./media-props.ts";
import { VariantChoice } from "./variant-choice.tsx";

/** The form of one picture, closed until it is wanted. */
export function PictureEditor(props: PictureRowProps) {
  const { picture, place, action, queue, isAlive } = props;
  const words = useMediaWords();
  const saving = useFetcher<MediaAnswer>({ key: `edit ${picture.id}` });
  const removing = useFetcher<MediaAnswer>({ key: `remove ${action}` });
  const [isDirty, setIsDirty] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useDirtyForm(isDirty);
  const { edit } = words;
  const reply = saving.state === "idle" ? (saving.data ?? props.answer) : undefined;
  const own = reply?.of === picture.id ? reply : undefined;
  const problems = own?.fields ?? {};
  const errorOf = (name: string) =>
    problems[name] ? wordsFor(words.problems, problems[name], "invalid_input") : undefined;

  return (
    <details
      className="group/edit col-span-full row-start-2"
      open={own?.problem ? true : undefined}
    >
      <summary className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 text-muted mr-[min(2.75rem,8cqw)] ml-[min(8rem,28cqw)] sm:mr-0 sm:ml-[9.75rem]">
        <span className="link inline-flex max-w-full items-center gap-1.5 wrap-anywhere">
          <Icon name="chevron-down" className="size-4 group-open/edit:rotate-180" />
          {edit.open}
          <span className="sr-only">, {words.of(place + 1)}</span>
        </span>
        <span className="flex min-w-0 max-w-full flex-wrap gap-x-2 text-xs">
          <span className="truncate">{picture.original_name ?? words.nameless}</span>
          <span className="figures whitespace-nowrap">
            {picture.width} × {picture.height}
          </span>
        </span>
      </summary>
      <div className="mt-2 grid gap-5 border border-rule bg-paper p-4">
        <saving.Form
          ref={form}
          key={picture.version}
          method="post"
          action={action}
          onInput={() => setIsDirty(true)}
          onSubmit={() => setIsDirty(false)}
          className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[20rem_minmax(0,1fr)]"
        >
          <input type="hidden" name="intent" value="edit" />
          <input type="hidden" name="picture" value={picture.id} />
          <input type="hidden" name="version" value={picture.version} />
          <FocalPoint picture={picture} problems={problems} />
          <div className="grid gap-5">
            <p className="max-w-[60ch] text-muted">{edit.altHint}</p>
            <div className="-mt-3 grid items-start gap-4 md:grid-cols-2">
              {(["id", "en"] as const).map((language) => (
                <Field key={language} label={edit.alt[language]} error={errorOf(`alt.${language}`)}>
                  {(parts) => (
                    <TextArea
                      {...parts}
                      name={`alt_${language}`}
                      lang={language}
                      rows={3}
                      maxLength={maxAltLength}
                      defaultValue={picture.alt[language]}
                    />
                  )}
                </Field>
              ))}
            </div>
            <Checkbox
              name="is_decorative"
              label={edit.isDecorative}
              defaultChecked={picture.is_decorative}
            />
            <VariantChoice {...props} />
            {own?.done === "edit" && !isDirty ? <Notice tone="success">{edit.saved}</Notice> : null}
            {own?.problem ? (
              <Notice tone="error">{wordsFor(words.problems, own.problem, "failed")}</Notice>
            ) : null}
            <Button type="submit" busy={saving.state !== "idle"} className="justify-self-start">
              {edit.save}
            </Button>
          </div>
        </saving.Form>
        <div className="flex flex-wrap items-center gap-3 border-t border-rule pt-4">
          {isAlive ? (
            <label className="relative inline-flex min-h-11 items-center gap-2 border border-control bg-card px-4 font-semibold hover:border-ink has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-carbon">
              <Icon name="image-up" className="size-4" />
              {edit.replace}
              <input
                type="file"
                accept={acceptedTypes}
                className="absolute inset-0 w-full cursor-pointer opacity-0"
                onChange={({ currentTarget }) => {
                  queue.add([...(currentTarget.files ?? [])], picture.id);
                  currentTarget.value = "";
                }}
              />
            </label>
          ) : null}
          <removing.Form method="post" action={action}>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="picture" value={picture.id} />
            <Button type="submit" look="danger" icon="trash-2">
              {edit.remove}
            </Button>
          </removing.Form>
          {isAlive ? <p className="text-muted">{edit.replaceHint}</p> : null}
        </div>
      </div>
    </details>
  );
}
