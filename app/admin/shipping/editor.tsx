import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { Conflict } from "#app/admin/kit/form/conflict.tsx";
import { allValues, type FormValues } from "#app/admin/kit/form/form-values.ts";
import { SaveBar } from "#app/admin/kit/form/save-bar.tsx";
import { setField } from "#app/admin/kit/form/set-field.ts";
import { useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { useShippingProblemWords } from "#app/admin/shipping/messages/shipping-problems.ts";
import { useShippingTestWords } from "#app/admin/shipping/messages/shipping-test.ts";
import { TestFields } from "#app/admin/shipping/trial/test-fields.tsx";
import { TestResults } from "#app/admin/shipping/trial/test-results.tsx";
import { emptyTestValues } from "#app/admin/shipping/trial/test-values.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { EditorAnswer } from "./editor-answer.ts";
import { Part, useProblemText } from "./fields.tsx";
import { useMayEdit } from "./may-edit.ts";

interface EditorProps<Answer extends EditorAnswer> {
  loaded: { readonly values: FormValues; readonly version: number };
  /** The answer to a form that was sent without scripts. */
  actionData: Answer | undefined;
  /** The names of the fields, for a conflict. */
  labels: Readonly<Record<string, string>>;
  /** The thing was just made. */
  isSaved?: boolean;
  /** Asks before deleting; absent where nothing can be deleted. */
  remove?: { readonly title: string; readonly text: string; readonly submit: string } | undefined;
  /** Payment methods that the address test offers. */
  payments: readonly { readonly id: string; readonly name: string }[];
  children: (parts: {
    values: FormValues;
    problems: Readonly<Record<string, string>> | undefined;
    answer: Answer | undefined;
  }) => ReactNode;
}

/** A form with its version, a bar that saves, the three values of a conflict, and a dialog that deletes. */
export function Editor<Answer extends EditorAnswer>(props: EditorProps<Answer>) {
  const { loaded, actionData, labels, isSaved = false, remove, payments, children } = props;
  const testing = useShippingTestWords();
  const problemWords = useShippingProblemWords();
  const mayEdit = useMayEdit();
  const words = useShippingWords();
  const textOf = useProblemText();
  const fetcher = useFetcher<Answer>();
  const form = useRef<HTMLFormElement>(null);
  const busy = fetcher.state !== "idle";
  const answer = (fetcher.data as Answer | undefined) ?? actionData;
  const [isDirty, setIsDirty] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [settled, setSettled] = useState<readonly string[]>([]);
  useEffect(() => {
    if (answer?.done) setIsDirty(false);
    if (answer?.conflict) setIsDirty(true);
    setSettled([]);
  }, [answer]);

  const values = answer?.values ?? loaded.values;
  const before = answer?.before ?? loaded.values;
  const settle = (name: string) => setSettled([...settled, name]);
  const problem =
    answer?.problem ??
    (answer?.problems && Object.keys(answer.problems).length > 0 ? "fields" : "");
  return (
    <fetcher.Form
      ref={form}
      method="post"
      noValidate
      key={answer?.remount ?? "loaded"}
      onInput={(event) => {
        const { name } = event.target as unknown as { name?: string };
        // Neither a search nor the address test changes what is stored.
        if (name !== "q" && !name?.startsWith("test.")) setIsDirty(true);
      }}
      className="@container grid gap-6"
    >
      {/* The button that Enter presses in any field. */}
      <button type="submit" name="intent" value="save" hidden tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="version" value={answer?.version ?? loaded.version} />
      <input type="hidden" name="before" value={JSON.stringify(before)} />
      <Conflict
        fields={(answer?.conflict ?? [])
          .filter(({ name }) => !settled.includes(name))
          .map((field) => ({ ...field, label: labels[field.name] ?? field.name }))}
        onKeepMine={settle}
        onTakeTheirs={(name) => {
          if (form.current) setField(form.current, name, allValues(before, name));
          settle(name);
        }}
      />
      {mayEdit ? null : <Notice>{problemWords.not_permitted}</Notice>}
      <fieldset disabled={!mayEdit} className="grid min-w-0 gap-6">
        {children({ values, problems: answer?.problems, answer })}
      </fieldset>
      {mayEdit ? (
        <>
          <Part title={testing.title} hint={testing.unsavedLead}>
            <TestFields
              values={answer?.tested?.values ?? emptyTestValues}
              problem={answer?.tested?.problem}
              payments={payments}
              run={testing.runUnsaved}
            />
            {answer?.tested ? <TestResults answer={answer.tested} /> : null}
          </Part>
          <SaveBar
            isDirty={isDirty}
            busy={busy}
            onDiscard={() => setIsDirty(false)}
            problem={
              problem === "" ? undefined : problem === "fields" ? words.invalid : textOf(problem)
            }
            isSaved={isSaved || answer?.done !== undefined}
          >
            {answer?.done === "merge" ? <span className="text-muted">{words.merged}</span> : null}
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
          </SaveBar>
        </>
      ) : null}
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
        <Dialog
          place="small"
          open={isAsking}
          onClose={() => setIsAsking(false)}
          title={remove.title}
        >
          <div className="grid gap-4">
            <p>{remove.text}</p>
            <div className="flex flex-wrap gap-2">
              <Button
                type="submit"
                name="intent"
                value="delete"
                look="danger"
                onClick={() => setIsDirty(false)}
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
