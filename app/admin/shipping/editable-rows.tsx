import type { ReactNode } from "react";
import { Form } from "react-router";
import type { FormValues } from "#app/admin/kit/form/form-values.ts";
import { VersionedFields } from "#app/admin/kit/form/versioned-fields.tsx";
import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { Button } from "#app/ui/button.tsx";
import { useMayEdit } from "./may-edit.ts";
import type { RowAnswer } from "./row-answer.ts";

interface Row {
  /** Also the hidden field `row` of its form. */
  readonly key: string;
  readonly version: number;
  readonly summary: ReactNode;
  readonly values: FormValues;
  /** The name of the button that deletes; undefined where nothing may be deleted. */
  readonly removes?: string | undefined;
}

interface EditableRowsProps {
  rows: readonly Row[];
  add: string;
  answer: RowAnswer | undefined;
  /** Whether the person may change rows; without it: whether they may change delivery. */
  mayEdit?: boolean;
  /** The names of the fields, for a conflict. */
  labels: Readonly<Record<string, string>>;
  /** The fields of a row's form; the form that adds has no key. */
  children: (parts: {
    key: string;
    values: FormValues;
    problems: Readonly<Record<string, string>> | undefined;
  }) => ReactNode;
}

/** A ruled list whose rows open to their forms, and one form that adds. It works without scripts. */
export function EditableRows({
  rows,
  add,
  answer,
  mayEdit: mayEditRows,
  labels,
  children,
}: EditableRowsProps) {
  const words = useShippingWords();
  const editing = useEditingWords();
  const mayEditDelivery = useMayEdit();
  const mayEdit = mayEditRows ?? mayEditDelivery;
  const answerOf = (key: string) => (answer?.row === key ? answer : undefined);
  const formId = (key: string) => `row-${key}`;
  const formOf = (key: string, version: number, stored: FormValues, removes?: string) => (
    <Form
      key={answerOf(key)?.remount ?? "loaded"}
      id={formId(key)}
      method="post"
      preventScrollReset
      noValidate
      className="grid max-w-3xl gap-4 pt-2 pb-4"
    >
      <input type="hidden" name="row" value={key} />
      <VersionedFields
        form={formId(key)}
        answer={answerOf(key)}
        stored={stored}
        version={version}
        labels={labels}
      />
      {children({
        key,
        values: answerOf(key)?.values ?? stored,
        problems: answerOf(key)?.problems,
      })}
      <div className={mayEdit ? "flex flex-wrap gap-2" : "hidden"}>
        <Button type="submit" name="intent" value="save" look="quiet">
          {key === "" ? add : editing.save}
        </Button>
        {removes ? (
          <Button
            type="submit"
            name="intent"
            value="delete"
            look="bare"
            icon="trash-2"
            aria-label={removes}
          >
            {words.remove}
          </Button>
        ) : null}
      </div>
    </Form>
  );
  return (
    <div className="grid gap-4">
      {rows.length > 0 ? (
        <ul className="divide-y divide-rule border-y border-rule">
          {rows.map(({ key, version, summary, values, removes }) => (
            <li key={key}>
              <details open={answerOf(key) !== undefined}>
                <summary className="flex min-h-11 flex-wrap items-center gap-x-4 py-1 hover:text-carbon lg:min-h-10">
                  {summary}
                </summary>
                {formOf(key, version, values, removes)}
              </details>
            </li>
          ))}
        </ul>
      ) : null}
      {/* A row that was added empties the form. */}
      <details
        hidden={!mayEdit}
        key={rows.length}
        open={answerOf("") !== undefined || rows.length === 0}
      >
        <summary className="link w-fit py-2">{add}</summary>
        {formOf("", 0, {})}
      </details>
    </div>
  );
}
