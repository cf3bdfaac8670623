import { type ReactNode, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useShippingWords } from "#app/messages/admin/shipping.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { EditorAnswer } from "./editor-answer.ts";
import { useProblemText } from "./fields.tsx";
import type { FormValues } from "./form-values.ts";

interface EditorProps<Answer extends EditorAnswer> {
  loaded: { readonly values: FormValues; readonly version: number };
  /** The answer to a form that was sent without scripts. */
  actionData: Answer | undefined;
  /** The names of the fields, for a conflict. */
  labels: Readonly<Record<string, string>>;
  /** Shown before anything was changed, e.g. after creating. */
  notice?: ReactNode;
  /** Asks before deleting; absent where nothing can be deleted. */
  remove?: { readonly title: string; readonly text: string; readonly submit: string };
  children: (parts: {
    values: FormValues;
    problems: Readonly<Record<string, string>> | undefined;
    answer: Answer | undefined;
  }) => ReactNode;
}

/** A form with its version, a bar that saves, the three values of a conflict, and a dialog that deletes. */
export function Editor<Answer extends EditorAnswer>(props: EditorProps<Answer>) {
  const { loaded, actionData, labels, notice, remove, children } = props;
  const words = useShippingWords();
  const textOf = useProblemText();
  const fetcher = useFetcher<Answer>();
  const busy = fetcher.state !== "idle";
  const answer = (fetcher.data as Answer | undefined) ?? actionData;
  const [isDirty, setIsDirty] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  useDirtyForm(isDirty && !busy);
  useEffect(() => {
    if (answer?.done) setIsDirty(false);
  }, [answer]);

  const values = answer?.values ?? loaded.values;
  const before = answer?.before ?? loaded.values;
  const version = answer?.version ?? loaded.version;
  return (
    <fetcher.Form
      method="post"
      noValidate
      key={answer?.remount ?? "loaded"}
      onChange={() => setIsDirty(true)}
      className="grid gap-6"
    >
      {/* The button that Enter presses in any field. */}
      <button type="submit" name="intent" value="save" hidden tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="before" value={JSON.stringify(before)} />
      {answer?.conflict ? <ConflictTable conflict={answer.conflict} labels={labels} /> : null}
      {children({ values, problems: answer?.problems, answer })}
      <div className="sticky bottom-0 z-20 -mx-4 -mb-6 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-ink bg-card px-4 py-3 lg:-mx-8 lg:px-8">
        <Button type="submit" name="intent" value="save" busy={busy}>
          {words.save}
        </Button>
        {isDirty ? (
          <ButtonLink to="" reloadDocument look="quiet" onClick={() => setIsDirty(false)}>
            {words.discard}
          </ButtonLink>
        ) : null}
        <div className="min-w-0 grow" role="status">
          {answer?.problem ? (
            <Notice tone="error">{textOf(answer.problem)}</Notice>
          ) : isDirty ? (
            <span className="text-muted">{words.unsaved}</span>
          ) : answer?.done === "merge" ? (
            <Notice tone="success">{words.merged}</Notice>
          ) : answer?.done === "save" ? (
            <Notice tone="success">{words.saved}</Notice>
          ) : (
            notice
          )}
        </div>
        {remove ? (
          <Button
            look="bare"
            icon="trash-2"
            className="px-3 hover:text-stamp"
            type="submit"
            name="intent"
            value="ask-delete"
            onClick={(event) => {
              event.preventDefault();
              setIsAsking(true);
            }}
          >
            {words.remove}
          </Button>
        ) : null}
      </div>
      {remove && answer?.asks && !isAsking ? (
        <section className="grid justify-items-start gap-3 border-2 border-stamp p-4">
          <h2 className="font-sans text-base font-semibold tracking-normal">{remove.title}</h2>
          <p>{remove.text}</p>
          <Button type="submit" name="intent" value="delete" look="danger">
            {remove.submit}
          </Button>
        </section>
      ) : null}
      {remove ? (
        <Dialog open={isAsking} onClose={() => setIsAsking(false)} title={remove.title}>
          <div className="grid gap-4">
            <p>{remove.text}</p>
            <div className="flex flex-wrap gap-2">
              <Button
                type="submit"
                name="intent"
                value="delete"
                look="danger"
                onClick={() => {
                  setIsAsking(false);
                  setIsDirty(false);
                }}
              >
                {remove.submit}
              </Button>
              <Button look="quiet" onClick={() => setIsAsking(false)}>
                {words.cancel}
              </Button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </fetcher.Form>
  );
}

/** Fields that two people changed: before, theirs, mine. The form below has mine. */
function ConflictTable({
  conflict,
  labels,
}: {
  conflict: NonNullable<EditorAnswer["conflict"]>;
  labels: Readonly<Record<string, string>>;
}) {
  const { conflict: words } = useShippingWords();
  const shown = (value: string) => value || <span className="text-muted">{words.empty}</span>;
  return (
    <section className="grid gap-3 border-2 border-stamp p-4" role="alert">
      <h2 className="font-sans text-base font-semibold tracking-normal">{words.title}</h2>
      <p className="text-muted">{words.text}</p>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse">
          <thead className="border-b border-ink text-left">
            <tr className="printed">
              {[words.field, words.before, words.theirs, words.mine].map((head) => (
                <th key={head} className="px-2 py-1.5">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {conflict.map(({ name, before, theirs, mine }) => (
              <tr key={name} className="border-b border-rule align-top">
                <th scope="row" className="px-2 py-1.5 text-left font-semibold">
                  {labels[name] ?? name}
                </th>
                <td className="px-2 py-1.5 text-muted">{shown(before)}</td>
                <td className="px-2 py-1.5">{shown(theirs)}</td>
                <td className="px-2 py-1.5">{shown(mine)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="intent" value="save" look="quiet">
          {words.keepMine}
        </Button>
        <ButtonLink to="" reloadDocument look="quiet">
          {words.takeTheirs}
        </ButtonLink>
      </div>
    </section>
  );
}
