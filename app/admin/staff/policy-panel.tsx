import { Section } from "#app/admin/kit/section.tsx";
import { useStaffWords } from "#app/admin/messages/staff.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { shopTimeZones } from "#shop/kernel/time-zones.ts";
import type { StaffPolicy } from "#shop/staff/staff-policy.server.ts";
import type { FormComponent } from "./invitations.tsx";

interface PolicyPanelProps {
  policy: StaffPolicy;
  /** Milliseconds since 1970. */
  now: number;
  isAdmin: boolean;
  hasFactor: boolean;
  form: FormComponent;
  busy: boolean;
  problem: string | undefined;
}

/** Whether staff need a second factor, and from when on. */
export function PolicyPanel(props: PolicyPanelProps) {
  const { policy, now, isAdmin, hasFactor, form: Form, busy, problem } = props;
  const { policy: words } = useStaffWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const from = policy.second_factor_from;
  const moment = from ? formatMoment(from, language, zone) : "";
  return (
    <Section title={words.title}>
      <p>
        {from === null
          ? words.off
          : Date.parse(from) <= now
            ? words.on(moment)
            : words.planned(moment)}
      </p>
      {policy.without_factor > 0 ? (
        <Notice tone="warning">{words.without(policy.without_factor)}</Notice>
      ) : null}
      <p>{words.sessions(policy.session_hours, policy.idle_minutes)}</p>
      {!isAdmin ? (
        <p className="text-muted">{words.onlyAdmin}</p>
      ) : !hasFactor ? (
        <p>
          {words.ownFactor}{" "}
          <Link to={to("/dashboard/Security")} className="link">
            {words.setUp}
          </Link>
        </p>
      ) : (
        <Form method="post" className="grid gap-4">
          <Field label={words.from} hint={words.fromHint(shopTimeZones[zone].name)} error={problem}>
            {(parts) => <TextInput {...parts} name="from" type="datetime-local" />}
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="intent" value="require" look="quiet" busy={busy}>
              {from === null ? words.require : words.move}
            </Button>
            {from === null ? null : (
              <Button type="submit" name="intent" value="drop" look="danger" busy={busy}>
                {words.drop}
              </Button>
            )}
          </div>
        </Form>
      )}
    </Section>
  );
}
