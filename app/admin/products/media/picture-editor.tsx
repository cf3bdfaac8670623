import { useState } from "react";
import { useFetcher } from "react-router";
import { Conflict } from "#app/admin/kit/form/conflict.tsx";
import { useMediaWords } from "#app/admin/products/media/messages/media.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import { maxAltLength } from "#shop/catalogue/media/media.ts";
import { acceptedTypes } from "./drop-zone.tsx";
import { FocalPoint } from "./focal-point.tsx";
import type { MediaAnswer } from "./media-action.server.ts";
import type { PictureRowProps } from "./media-props.ts";
import { usePictureForm } from "./use-picture-form.ts";
import { VariantChoice } from "./variant-choice.tsx";

/** The form of one picture, closed until it is wanted. */
export function PictureEditor(props: PictureRowProps) {
  const { picture, place, action, queue, isAlive } = props;
  const words = useMediaWords();
  const { edit } = words;
  const removing = useFetcher<MediaAnswer>({ key: `remove ${action}` });
  const editor = usePictureForm(props);
  const { saving, reply, base, values, isDirty } = editor;
  const [isOpen, setIsOpen] = useState(reply?.problem !== undefined);
  const problems = reply?.fields ?? {};
  const errorOf = (name: string) =>
    problems[name] ? wordsFor(words.problems, problems[name], "invalid_input") : undefined;

  return (
    <details
      className="group/edit col-start-1 col-end-[-1] row-start-2"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 text-muted mr-[min(2.75rem,8cqw)] ml-[calc(min(2rem,8cqw)+min(4.5rem,18cqw)+1.5rem)] @lg:mr-0 @lg:ml-[9.75rem]">
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
        <Conflict
          fields={editor.conflicts}
          onKeepMine={editor.keepMine}
          onTakeTheirs={editor.takeTheirs}
        />
        <saving.Form
          ref={editor.form}
          key={editor.key}
          method="post"
          action={action}
          onInput={editor.onInput}
          className="grid items-start gap-x-8 gap-y-5 @3xl:grid-cols-[minmax(0,1fr)_22rem]"
        >
          <input type="hidden" name="intent" value="edit" />
          <input type="hidden" name="picture" value={picture.id} />
          <input type="hidden" name="version" value={base.version} />
          <div className="grid gap-5">
            <p className="max-w-[60ch] text-muted">{edit.altHint}</p>
            <div className="-mt-3 grid items-start gap-4 @xl:grid-cols-2">
              {(["id", "en"] as const).map((language) => (
                <Field key={language} label={edit.alt[language]} error={errorOf(`alt.${language}`)}>
                  {(parts) => (
                    <TextArea
                      {...parts}
                      name={`alt_${language}`}
                      lang={language}
                      rows={3}
                      maxLength={maxAltLength}
                      defaultValue={values[`alt_${language}`]}
                    />
                  )}
                </Field>
              ))}
            </div>
            <Checkbox
              name="is_decorative"
              label={edit.isDecorative}
              defaultChecked={values.is_decorative}
            />
            <VariantChoice {...props} chosen={values.values} />
          </div>
          <FocalPoint picture={picture} from={values.focal} problems={problems} />
          <div className="grid justify-items-start gap-3 @3xl:col-span-full">
            {reply?.done === "edit" && !isDirty ? (
              <Notice tone="success">{edit.saved}</Notice>
            ) : null}
            {reply?.problem && editor.conflicts.length === 0 ? (
              <Notice tone="error">{wordsFor(words.problems, reply.problem, "failed")}</Notice>
            ) : null}
            <Button
              type="submit"
              busy={saving.state !== "idle"}
              disabled={isAlive && editor.conflicts.length > 0}
            >
              {edit.save}
            </Button>
          </div>
        </saving.Form>
        <div className="flex flex-wrap items-center gap-3 border-t border-rule pt-4">
          {isAlive ? (
            <label className="relative inline-flex min-h-11 items-center gap-2 border border-control bg-card px-4 font-semibold hover:border-ink has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-carbon">
              <Icon name="rotate-ccw" className="size-4" />
              {edit.replace}
              <input
                type="file"
                accept={acceptedTypes}
                className="absolute inset-0 w-full cursor-pointer opacity-0"
                onChange={({ currentTarget }) => {
                  queue.add([...(currentTarget.files ?? [])], { replaces: picture.id });
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
