import { useSendingHealthWords } from "#app/admin/mail-list/sending/messages/sending-health.ts";
import { CopyButton } from "#app/ui/domain/copy-button.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { SendingHealth } from "#shop/mailing/campaigns/results/read-sending-health.server.ts";

type Finding = NonNullable<SendingHealth["findings"]>[number];

const looks: Readonly<Record<Finding["state"], readonly [Copy, IconName]>> = {
  good: ["green", "check"],
  missing: ["yellow", "triangle-alert"],
  wrong: ["stamp", "x"],
  unknown: ["white", "circle-alert"],
};

/** Each record that receivers look at: its state, what is published, and what to publish. */
export function DomainRecords({ findings }: { findings: readonly Finding[] }) {
  const words = useSendingHealthWords();
  return (
    <ul className="grid max-w-3xl border-t border-rule">
      {findings.map(({ line, state, reason, found, publish }) => {
        const [paper, icon] = looks[state];
        return (
          <li key={line} className="grid gap-2 border-b border-rule py-3">
            <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <b>{words.lines[line]}</b>
              <Pill copy={paper} icon={icon}>
                {words.states[state]}
              </Pill>
            </p>
            {reason ? (
              <p>
                {words.reasons[reason]}
                {line === "mx" && state === "missing" ? ` ${words.mxFrom}` : ""}
              </p>
            ) : null}
            {found.length > 0 ? (
              <div className="grid gap-1 text-sm">
                <span className="text-muted">{words.found}</span>
                {found.map((text) => (
                  <code key={text} className="block">
                    {text === "" ? "." : text}
                  </code>
                ))}
              </div>
            ) : null}
            {publish ? (
              <div className="grid gap-2 border border-control bg-card p-3 text-sm">
                <span className="font-semibold">
                  {state === "wrong" ? words.replace : words.publish}
                </span>
                <dl className="grid gap-x-4 sm:grid-cols-[5rem_minmax(0,1fr)]">
                  <dt className="text-muted">{words.recordName}</dt>
                  <dd>
                    <code>{publish.name}</code>
                  </dd>
                  <dt className="text-muted">{words.recordType}</dt>
                  <dd>
                    <code>{publish.type}</code>
                  </dd>
                  <dt className="text-muted">{words.recordValue}</dt>
                  <dd>
                    <code>{publish.value}</code>
                  </dd>
                </dl>
                <p className="flex flex-wrap gap-2">
                  <CopyButton text={publish.name} label={words.copyName} copied={words.copied} />
                  <CopyButton text={publish.value} label={words.copyValue} copied={words.copied} />
                </p>
              </div>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
