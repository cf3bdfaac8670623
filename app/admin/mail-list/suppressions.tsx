import { data, type FetcherWithComponents, useFetcher } from "react-router";
import * as v from "valibot";
import { mailListWords, useMailListWords } from "#app/admin/mail-list/messages/mail-list.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { EmailInput } from "#app/ui/domain/contact-inputs.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { findSuppressions, stopAddress } from "#shop/consent/subscribers/staff-consent.server.ts";
import { may } from "#shop/kernel/access.ts";
import { emailSchema } from "#shop/kernel/contact-schemas.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/suppressions";
import { MailListPage } from "./mail-list-page.tsx";
import { SuppressionList } from "./suppression-list.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = mailListWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: `${words.tabs.suppressions} · ${words.title}`, hidden: true });
};

export function loader({ context }: Route.LoaderArgs) {
  return { mayAct: may(staffWith(context, "mail.read"), "mail.send") };
}

type SuppressionAnswer =
  | { readonly isInvalid: true }
  | ({ readonly email: string } & Awaited<ReturnType<typeof findSuppressions>>);

/** The address is posted: in an address of the site it would be in logs and histories. */
export async function action({
  request,
  context,
}: Route.ActionArgs): Promise<ReturnType<typeof data<SuppressionAnswer>>> {
  const staff = staffWith(context, "mail.read");
  const form = await readForm(request);
  const email = v.safeParse(emailSchema, form.get("email"));
  if (!email.success) return data({ isInvalid: true }, { status: 422 });
  if (form.get("intent") === "stop") await stopAddress(staff, email.output);
  return data({ email: email.output, ...(await findSuppressions(staff, email.output)) });
}

/** Whether and why an address gets no mails. */
export default function Suppressions({ loaderData: { mayAct } }: Route.ComponentProps) {
  const { suppressions: words } = useMailListWords();
  const fetcher = useFetcher<SuppressionAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  return (
    <MailListPage tab="suppressions">
      <p className="max-w-[72ch] text-muted">{words.lead}</p>
      <fetcher.Form method="post" noValidate className="flex max-w-xl flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-64">
          <Field
            label={words.email}
            error={answer && "isInvalid" in answer ? words.invalid : undefined}
          >
            {(parts) => <EmailInput {...parts} name="email" autoComplete="off" />}
          </Field>
        </div>
        <Button type="submit" look="quiet" icon="search" busy={fetcher.state !== "idle"}>
          {words.find}
        </Button>
      </fetcher.Form>
      {answer && "email" in answer ? (
        <Found answer={answer} mayAct={mayAct} fetcher={fetcher} />
      ) : null}
    </MailListPage>
  );
}

interface FoundProps {
  answer: Extract<SuppressionAnswer, { email: string }>;
  mayAct: boolean;
  fetcher: FetcherWithComponents<SuppressionAnswer>;
}

function Found({ answer: { email, recipientId, suppressions }, mayAct, fetcher }: FoundProps) {
  const { suppressions: words } = useMailListWords();
  const to = useLocalPath();
  const isSuppressed = suppressions.some(({ is_lifted }) => !is_lifted);
  return (
    <section className="grid max-w-xl gap-4 wrap-anywhere" aria-live="polite">
      <Notice tone={isSuppressed ? "warning" : "success"}>
        {isSuppressed ? words.found(email) : words.free}
      </Notice>
      <SuppressionList suppressions={suppressions} />
      {recipientId ? (
        <Link
          to={to(`/admin/MailList/Subscribers/${recipientId}`)}
          className="link justify-self-start"
        >
          {words.open}
        </Link>
      ) : null}
      {mayAct && !isSuppressed ? (
        <fetcher.Form method="post" className="grid justify-items-start gap-1.5">
          <input type="hidden" name="email" value={email} />
          <Button type="submit" name="intent" value="stop" look="danger" icon="ban">
            {words.stop}
          </Button>
          <p className="text-sm text-muted">{words.stopHint}</p>
        </fetcher.Form>
      ) : null}
    </section>
  );
}
