import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { useImportWords } from "#app/admin/messages/imports.ts";
import { useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/select.tsx";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";

interface Exportable {
  readonly name: string;
  readonly isPersonal: boolean;
  readonly isDirect: boolean;
}

interface ExportFormsProps {
  exports: readonly Exportable[];
  keys: SignInKeys;
  exportId: string;
}

/** What is small is answered with the file at once; the rest with a task that makes it. */
export function ExportForms({ exports, keys, exportId }: ExportFormsProps) {
  const { exporting: words, problems } = useImportWords();
  const to = useLocalPath();
  const { fetcher, proof, answer } = useProvenFetcher<{ problem?: string }>(keys);
  const direct = exports.filter(({ isDirect }) => isDirect);
  const prepared = exports.filter(({ isDirect }) => !isDirect);
  return (
    <div className="grid gap-6">
      {direct.length > 0 ? (
        <form action={to("/admin/Imports/Export")} className="grid gap-3">
          <Choices exports={direct} />
          <Button type="submit" look="quiet" icon="arrow-down" className="justify-self-start">
            {words.submit}
          </Button>
        </form>
      ) : null}
      {prepared.length > 0 ? (
        <fetcher.Form method="post" className="grid gap-3">
          <input type="hidden" name="intent" value="export" />
          <input type="hidden" name="id" value={exportId} />
          <Choices exports={prepared} />
          {prepared.some(({ isPersonal }) => isPersonal) ? (
            <p className="text-muted">{words.personal}</p>
          ) : null}
          {answer?.problem ? (
            <Notice tone="error">{wordsFor(problems, answer.problem, "invalid_input")}</Notice>
          ) : null}
          <Button
            type="submit"
            look="quiet"
            busy={fetcher.state !== "idle"}
            className="justify-self-start"
          >
            {words.start}
          </Button>
        </fetcher.Form>
      ) : null}
      {proof}
    </div>
  );
}

function Choices({ exports }: { exports: readonly Exportable[] }) {
  const { exporting: words, kinds } = useImportWords();
  return (
    <>
      <Field label={words.kind}>
        {(parts) => (
          <Select {...parts} name="kind">
            {exports.map(({ name }) => (
              <option key={name} value={name}>
                {kinds[name] ?? name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.delimiter}>
        {(parts) => (
          <Select {...parts} name="delimiter" defaultValue=";">
            {Object.entries(words.delimiters).map(([delimiter, label]) => (
              <option key={delimiter} value={delimiter}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}
