import { useState } from "react";
import * as v from "valibot";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { settingsWords, useSettingsWords } from "#app/admin/settings/messages/settings.ts";
import { formProblems } from "#app/form-problems.server.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { isUuid } from "#base/uuid.ts";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import {
  addBankAccount,
  bankAccountSchema,
  listBankAccounts,
  setBankAccountEnabled,
} from "#shop/settings/merchant/bank-accounts.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/bank-accounts";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: settingsWords(languageOf(source.location.pathname)).accounts.title,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffWith(context, "settings.edit");
  const [accounts, keys] = await Promise.all([listBankAccounts(staff), readSignInKeys(staff)]);
  return { accounts, keys, id: crypto.randomUUID() };
}

interface AccountAnswer {
  readonly done?: true;
  readonly problem?: string;
  readonly problems?: Readonly<Record<string, string>>;
}

export async function action({ request, context }: Route.ActionArgs): Promise<AccountAnswer> {
  const staff = staffWith(context, "settings.edit");
  const form = await readForm(request);
  if (form.get("intent") === "add") {
    const input = v.safeParse(bankAccountSchema, Object.fromEntries(form));
    if (!input.success) return { problems: formProblems(input.issues) };
    const { id, bank, number, holder } = input.output;
    const added = await addBankAccount(staff, { id, bank, number, holder });
    return added.ok ? { done: true } : { problem: added.problem };
  }
  const id = form.get("id");
  if (!isUuid(id)) return { problem: "invalid_input" };
  const changed = await setBankAccountEnabled(staff, id, form.get("intent") === "enable");
  return changed.ok ? { done: true } : { problem: changed.problem };
}

/** The accounts that buyers transfer to. */
export default function AdminBankAccounts({ loaderData }: Route.ComponentProps) {
  const { accounts, keys, id } = loaderData;
  const { accounts: words, back, problems } = useSettingsWords();
  const to = useLocalPath();
  const { fetcher, proof, answer } = useProvenFetcher<AccountAnswer>(keys);
  const busy = fetcher.state !== "idle";
  // The form keeps its id until the account is stored: a second press makes no second account.
  const [formId, setFormId] = useState(id);
  if (answer?.done && !busy && formId !== id) setFormId(id);
  const errorOf = (name: string) =>
    answer?.problems?.[name]
      ? wordsFor(problems, answer.problems[name] ?? "", "invalid_input")
      : undefined;
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/Settings")} className="link justify-self-start">
        {back}
      </Link>
      <h1 tabIndex={-1} className="text-2xl">
        {words.title}
      </h1>
      {accounts.length === 0 ? <Notice tone="warning">{words.empty}</Notice> : null}
      <ul className="border-t border-rule">
        {accounts.map((account) => (
          <li
            key={account.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule py-3"
          >
            <span className="min-w-0 grow wrap-anywhere">
              <b>{account.bank}</b> <span className="figures">{account.number}</span>
              <span className="block text-muted">
                {account.holder}
                {account.enabled ? "" : ` · ${words.off}`}
              </span>
            </span>
            <fetcher.Form method="post">
              <input type="hidden" name="id" value={account.id} />
              <Button
                type="submit"
                look="quiet"
                name="intent"
                value={account.enabled ? "disable" : "enable"}
                busy={busy}
              >
                {account.enabled ? words.disable : words.enable}
              </Button>
            </fetcher.Form>
          </li>
        ))}
      </ul>
      <fetcher.Form
        key={formId}
        method="post"
        noValidate
        className="grid gap-4 border border-rule p-4"
      >
        <h2 className="text-lg">{words.addTitle}</h2>
        <p className="text-muted">{words.warning}</p>
        <input type="hidden" name="id" value={formId} />
        <input type="hidden" name="intent" value="add" />
        {(
          [
            ["bank", 40],
            ["number", 26],
            ["holder", 80],
          ] as const
        ).map(([name, max]) => (
          <Field key={name} label={words[name]} error={errorOf(name)}>
            {(parts) => (
              <TextInput
                {...parts}
                name={name}
                maxLength={max}
                autoComplete="off"
                inputMode={name === "number" ? "numeric" : undefined}
                className={name === "number" ? "figures" : ""}
              />
            )}
          </Field>
        ))}
        <Button type="submit" busy={busy} className="justify-self-start">
          {words.add}
        </Button>
        <p role="status" className={answer?.problem ? "text-stamp" : "text-muted"}>
          {answer?.problem
            ? wordsFor(problems, answer.problem, "invalid_input")
            : answer?.done
              ? words.done
              : ""}
        </p>
      </fetcher.Form>
      {proof}
    </div>
  );
}
