import { useState } from "react";
import { useApprovalWords } from "#app/admin/approvals/messages/approvals.ts";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { Section } from "#app/admin/kit/section.tsx";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import type { LimitKind } from "#shop/staff/approvals/approval.ts";
import { type Limits, limitsFor, type RoleLimits } from "#shop/staff/approvals/role-limits.ts";
import { useLimitText } from "./limit-text.ts";
import type { LimitsAnswer } from "./limits-action.server.ts";

interface RoleLimitsProps {
  permissions: readonly Permission[];
  limits: RoleLimits;
  shop: Limits;
  /** Only administrators change limits. */
  mayEdit: boolean;
  keys: SignInKeys;
}

/** What people with a role may do alone. */
export function RoleLimitsSection(props: RoleLimitsProps) {
  const { permissions, limits, shop, mayEdit, keys } = props;
  const { fetcher, proof, answer } = useProvenFetcher<LimitsAnswer>(keys);
  const reply = fetcher.state === "idle" ? answer : undefined;
  const { limits: words } = useApprovalWords();
  const limitText = useLimitText();
  const kinds = limitsFor(permissions);
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  if (kinds.length === 0) return null;
  if (!mayEdit) {
    return (
      <Section title={words.title} hint={words.lead}>
        <dl className="grid gap-2">
          {kinds.map((kind) => (
            <div key={kind} className="flex flex-wrap justify-between gap-x-4">
              <dt>{words.names[kind]}</dt>
              <dd className="figures font-semibold">
                {limitText(kind, limits[kind] === undefined ? shop[kind] : limits[kind])}
              </dd>
            </div>
          ))}
        </dl>
      </Section>
    );
  }
  return (
    <Section title={words.title} hint={words.lead}>
      <fetcher.Form method="post" noValidate className="grid gap-5">
        <input type="hidden" name="seen" value={JSON.stringify(limits)} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 sm:grid-cols-2">
          {kinds.map((kind) => (
            <LimitField
              key={`${kind} ${limits[kind]}`}
              kind={kind}
              own={limits[kind]}
              shop={limitText(kind, shop[kind])}
              error={reply?.problems?.[kind] ? say(reply.problems[kind]) : undefined}
            />
          ))}
        </div>
        <p className="max-w-[72ch] text-muted">{words.alone}</p>
        <div className="flex flex-wrap items-center gap-4">
          <Button
            type="submit"
            name="intent"
            value="limits"
            look="quiet"
            busy={fetcher.state !== "idle"}
          >
            {words.save}
          </Button>
          <p role="status" className={reply?.problem ? "text-stamp" : "text-muted"}>
            {reply?.problem ? say(reply.problem) : reply?.done ? words.saved : ""}
          </p>
        </div>
      </fetcher.Form>
      {proof}
    </Section>
  );
}

type Choice = "shop" | "none" | "own";

function LimitField({
  kind,
  own,
  shop,
  error,
}: {
  kind: LimitKind;
  /** Undefined: the shop's. */
  own: number | null | undefined;
  shop: string;
  error: string | undefined;
}) {
  const { limits: words } = useApprovalWords();
  const [choice, setChoice] = useState<Choice>(
    own === undefined ? "shop" : own === null ? "none" : "own",
  );
  return (
    <fieldset className="grid content-start gap-2">
      <legend className="pb-2 font-semibold">{words.names[kind]}</legend>
      <Select
        name={`${kind}_choice`}
        aria-label={words.choice(words.names[kind])}
        value={choice}
        onChange={(event) => setChoice(event.currentTarget.value as Choice)}
        className="w-full"
      >
        <option value="shop">{words.choices.shop(shop)}</option>
        <option value="none">{words.choices.none}</option>
        <option value="own">{words.choices.own}</option>
      </Select>
      {choice === "own" ? (
        <Field label={words.units[kind]} hint={words.hints[kind]} error={error}>
          {(parts) => (
            <TextInput
              {...parts}
              name={kind}
              inputMode="numeric"
              className="figures"
              maxLength={20}
              autoComplete="off"
              defaultValue={own ?? ""}
            />
          )}
        </Field>
      ) : null}
    </fieldset>
  );
}
