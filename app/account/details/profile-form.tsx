import { type ReactNode, useState } from "react";
import { useFetcher } from "react-router";
import { useAccountWords } from "#app/account/details/messages/account.ts";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { EmailInput, PhoneInput } from "#app/ui/domain/contact-inputs.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { type FieldChecks, useFieldProblems } from "#app/ui/use-field-problems.ts";
import { languages } from "#base/language.ts";
import type { Profile } from "#shop/customers/profile.ts";
import { formatPhone, normalisePhone } from "#shop/kernel/phone.ts";
import type { ProfileAnswer } from "./save-profile-action.server.ts";

interface ProfileFormProps {
  profile: Profile;
  /** There is no address to sign in with, so one for receipts is asked. */
  asksEmail?: boolean;
  /** The first visit asks for required fields only. */
  short?: boolean;
  button: string;
  children?: ReactNode;
}

/** What `profileSchema` would answer, for the moment a field is left. */
const checks: FieldChecks = {
  full_name: (value) => (value.trim() ? null : "required"),
  phone: (value) => (!value.trim() || normalisePhone(value) ? null : "phone_invalid"),
};

/** Name, phone and the language of mails. The server validates and returns the problems. */
export function ProfileForm({ profile, asksEmail, short, button, children }: ProfileFormProps) {
  const { details: words } = useAccountWords();
  const fetcher = useFetcher<ProfileAnswer>();
  const [isDirty, setIsDirty] = useState(false);
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDirtyForm(isDirty && !answer?.saved);
  const fields = useFieldProblems(answer?.problems, checks);
  const errorOf = (field: string) => {
    const code = fields.codeOf(field);
    return code ? wordsFor(words.errors, code, "required") : undefined;
  };

  return (
    <fetcher.Form
      method="post"
      className="grid gap-5"
      noValidate
      {...fields.handlers}
      onInput={(event) => {
        setIsDirty(true);
        fields.handlers.onInput(event);
      }}
    >
      <Field label={words.name} hint={words.nameHint} error={errorOf("full_name")}>
        {(parts) => (
          <TextInput
            {...parts}
            name="full_name"
            autoComplete="name"
            required
            maxLength={80}
            defaultValue={profile.full_name}
          />
        )}
      </Field>
      {asksEmail ? (
        <Field
          label={words.contactEmail}
          hint={words.contactEmailHint}
          error={errorOf("contact_email")}
        >
          {(parts) => (
            <EmailInput
              {...parts}
              name="contact_email"
              defaultValue={profile.contact_email ?? undefined}
            />
          )}
        </Field>
      ) : null}
      <Field label={words.phone} hint={words.phoneHint} optional error={errorOf("phone")}>
        {(parts) => (
          <PhoneInput
            {...parts}
            name="phone"
            defaultValue={profile.phone ? formatPhone(profile.phone) : undefined}
          />
        )}
      </Field>
      {short ? (
        <input type="hidden" name="language" value={profile.language} />
      ) : (
        <Field label={words.language} error={errorOf("language")}>
          {(parts) => (
            <Select {...parts} name="language" defaultValue={profile.language}>
              {languages.map((language) => (
                <option key={language} value={language}>
                  {words.languages[language]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {answer?.saved ? <Notice tone="success">{words.saved}</Notice> : null}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" busy={fetcher.state !== "idle"}>
          {button}
        </Button>
        {children}
      </div>
    </fetcher.Form>
  );
}
