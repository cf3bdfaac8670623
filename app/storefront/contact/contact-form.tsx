import { useLayoutEffect, useRef } from "react";
import { type LocalFailure, useCaptchaForm } from "#app/browser/captcha/use-captcha-form.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { useContactWords } from "#app/storefront/contact/messages/contact.ts";
import { Button } from "#app/ui/button.tsx";
import { CaptchaForm } from "#app/ui/domain/captcha-form.tsx";
import { EmailInput, PhoneInput } from "#app/ui/domain/contact-inputs.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea, TextInput } from "#app/ui/text-input.tsx";
import { type FieldChecks, useFieldProblems } from "#app/ui/use-field-problems.ts";
import { readEmail } from "#base/email-address.ts";
import { enquiryTopics, maxMessageLength } from "#shop/customers/enquiries/enquiry.ts";
import { normalisePhone } from "#shop/kernel/phone.ts";
import type { ContactAnswer } from "./send-enquiry-action.server.ts";

interface ContactFormProps {
  siteKey: string | undefined;
  posted: ContactAnswer | undefined;
  onAnother: () => void;
}

/** What the server would answer, for the moment a field is left. */
const checks: FieldChecks = {
  name: (value) => (value.trim() ? null : "required"),
  email: (value) => (readEmail(value) ? null : "email_invalid"),
  phone: (value) => (!value.trim() || normalisePhone(value) ? null : "phone_invalid"),
};

export function ContactForm({ siteKey, posted, onAnother }: ContactFormProps) {
  const words = useContactWords();
  const { answer, failure, ...state } = useCaptchaForm<ContactAnswer>({
    action: "contact",
    siteKey,
    posted,
    isDone: (reply) => "sent" in reply,
  });
  const fields = useFieldProblems(
    answer && "problems" in answer ? answer.problems : undefined,
    checks,
  );
  if (answer && "sent" in answer) return <Sent {...answer.sent} onAnother={onAnother} />;

  const errorOf = (name: string) => {
    const code = fields.codeOf(name);
    return code ? wordsFor(words.errors, code, "required") : undefined;
  };
  const typed = (name: string) => (posted && "values" in posted ? posted.values[name] : undefined);

  return (
    <CaptchaForm state={state} siteKey={siteKey} words={words} note={words.privacy}>
      <h2 className="text-xl">{words.formTitle}</h2>
      <Failure answer={answer} failure={failure} />
      <div className="grid items-start gap-5 md:grid-cols-2" {...fields.handlers}>
        <Field label={words.name} error={errorOf("name")}>
          {(parts) => (
            <TextInput
              {...parts}
              name="name"
              autoComplete="name"
              required
              maxLength={80}
              defaultValue={typed("name")}
            />
          )}
        </Field>
        <Field label={words.email} hint={words.emailHint} error={errorOf("email")}>
          {(parts) => <EmailInput {...parts} name="email" defaultValue={typed("email")} />}
        </Field>
        <Field label={words.phone} optional error={errorOf("phone")}>
          {(parts) => <PhoneInput {...parts} name="phone" defaultValue={typed("phone")} />}
        </Field>
        <Field
          label={words.orderNumber}
          hint={words.orderNumberHint}
          optional
          error={errorOf("order_number")}
        >
          {(parts) => (
            <TextInput
              {...parts}
              name="order_number"
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={40}
              defaultValue={typed("order_number")}
              className="figures"
            />
          )}
        </Field>
      </div>
      <Field label={words.topic} error={errorOf("topic")}>
        {(parts) => (
          <Select {...parts} name="topic" required defaultValue={typed("topic") ?? ""}>
            <option value="">{words.topicNone}</option>
            {enquiryTopics.map((topic) => (
              <option key={topic} value={topic}>
                {words.topics[topic]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.message} hint={words.messageHint} error={errorOf("message")}>
        {(parts) => (
          <TextArea
            {...parts}
            name="message"
            rows={7}
            required
            maxLength={maxMessageLength}
            defaultValue={typed("message")}
          />
        )}
      </Field>
    </CaptchaForm>
  );
}

function Failure({
  answer,
  failure,
}: {
  answer: ContactAnswer | undefined;
  failure: LocalFailure | undefined;
}) {
  const words = useContactWords();
  if (failure) return <Notice tone="error">{words.failures[failure]}</Notice>;
  if (!answer || "sent" in answer) return null;
  if (answer.problems) return <Notice tone="error">{words.problems}</Notice>;
  if (!answer.failure) return null;
  return (
    <Notice tone="error">
      {answer.failure.code === "too_many_enquiries"
        ? words.tooMany(answer.failure.minutes)
        : words.failures[answer.failure.code]}
    </Notice>
  );
}

function Sent({
  number,
  email,
  onAnother,
}: {
  number: number;
  email: string;
  onAnother: () => void;
}) {
  const words = useContactWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4">
      <p className="figures text-sm text-muted">No. {number}</p>
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {words.sentTitle}
      </h2>
      <p className="max-w-[56ch]">{words.sentText(number, email)}</p>
      <Button look="quiet" icon="pen-line" onClick={onAnother}>
        {words.another}
      </Button>
    </div>
  );
}
