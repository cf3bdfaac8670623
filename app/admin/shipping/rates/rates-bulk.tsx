import { Form } from "react-router";
import { firstValue } from "#app/admin/kit/form/form-values.ts";
import { Part, useProblemText } from "#app/admin/shipping/fields.tsx";
import { useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { useLanguage } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { MethodRow } from "#shop/settings/shipping/methods.server.ts";
import type { ZoneRow } from "#shop/settings/shipping/zones/zones.server.ts";
import { RateSummary } from "./rate-summary.tsx";
import type { RatesAnswer } from "./rates-action.server.ts";
import { roundings } from "./roundings.ts";

interface RatesBulkProps {
  zones: readonly ZoneRow[];
  methods: readonly MethodRow[];
  answer: RatesAnswer | undefined;
}

/** The field of each problem code. */
const fieldOf: Readonly<Record<string, string>> = {
  percent_invalid: "percent",
  same_zone: "to",
};

/** Forms that write many rates: copy a zone, and a change in percent that shows itself first. */
export function RatesBulk({ zones, methods, answer }: RatesBulkProps) {
  const { rates: words } = useShippingWords();
  const language = useLanguage();
  const textOf = useProblemText();
  const values = answer?.values ?? {};
  const problem = answer?.problem;
  const errorOf = (field: string) =>
    problem && fieldOf[problem] === field ? textOf(problem) : undefined;
  const choice = (name: string, label: string, all: string | null, options: Options) => (
    <Field label={label} error={errorOf(name)}>
      {(parts) => (
        <Select {...parts} name={name} defaultValue={firstValue(values, name)} className="w-full">
          {all === null ? null : <option value="">{all}</option>}
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name[language]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
  return (
    <div className="grid gap-6">
      {problem && !fieldOf[problem] ? <Notice tone="error">{textOf(problem)}</Notice> : null}
      {answer?.copied === undefined ? null : (
        <Notice tone="success">{words.copied(answer.copied)}</Notice>
      )}
      {answer?.applied === undefined ? null : (
        <Notice tone="success">{words.applied(answer.applied)}</Notice>
      )}
      <div className="grid items-start gap-6 @4xl:grid-cols-2">
        <Part isNarrow title={words.change}>
          <Form method="post" preventScrollReset className="grid gap-4">
            <div className="grid items-start gap-4 @xl:grid-cols-2">
              <Field label={words.changePercent} error={errorOf("percent")}>
                {(parts) => (
                  <TextInput
                    {...parts}
                    name="percent"
                    maxLength={5}
                    autoComplete="off"
                    defaultValue={firstValue(values, "percent")}
                    className="figures text-right"
                  />
                )}
              </Field>
              <Field label={words.rounding}>
                {(parts) => (
                  <Select
                    {...parts}
                    name="rounding"
                    defaultValue={firstValue(values, "rounding") || "500"}
                    className="w-full"
                  >
                    {roundings.map((amount) => (
                      <option key={amount} value={amount}>
                        {formatRupiah(amount)}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              {choice("zone", words.changeZone, words.allZones, zones)}
              {choice("method", words.changeMethod, words.allMethods, methods)}
            </div>
            <Button
              type="submit"
              name="intent"
              value="preview"
              look="quiet"
              className="justify-self-start"
            >
              {words.preview}
            </Button>
            {answer?.preview ? (
              <Preview preview={answer.preview} zones={zones} methods={methods} />
            ) : null}
          </Form>
        </Part>
        <Part isNarrow title={words.copy}>
          <Form method="post" preventScrollReset className="grid gap-4">
            <div className="grid items-start gap-4 @xl:grid-cols-2">
              {choice("from", words.copyFrom, null, zones)}
              {choice("to", words.copyTo, null, zones)}
            </div>
            <Checkbox
              name="replaces"
              value="on"
              defaultChecked={firstValue(values, "replaces") === "on"}
              label={words.replaces}
            />
            <Button
              type="submit"
              name="intent"
              value="copy"
              look="quiet"
              className="justify-self-start"
            >
              {words.copyDo}
            </Button>
          </Form>
        </Part>
      </div>
    </div>
  );
}

type Options = readonly Pick<ZoneRow, "id" | "name">[];

/** Every price that would change, before and after, and the button that does it. */
function Preview({
  preview,
  zones,
  methods,
}: Pick<RatesBulkProps, "zones" | "methods"> & {
  preview: NonNullable<RatesAnswer["preview"]>;
}) {
  const { rates: words } = useShippingWords();
  const language = useLanguage();
  const nameIn = (options: Options, id: string) =>
    options.find((option) => option.id === id)?.name[language] ?? "";
  if (preview.length === 0) return <p role="status">{words.previewNone}</p>;
  return (
    <div className="grid gap-3" role="status">
      <p className="font-semibold">{words.previewCount(preview.length)}</p>
      <div className="@container max-h-96 overflow-auto border-y border-rule">
        <table className="w-full border-collapse">
          <thead className="border-b border-ink">
            <tr className="printed text-left">
              <th className="py-1.5 pr-3">{words.title}</th>
              <th className="px-3 py-1.5">{words.before}</th>
              <th className="px-3 py-1.5">{words.after}</th>
            </tr>
          </thead>
          <tbody>
            {preview.map(({ method_id, zone_id, before, after }) => (
              <tr key={`${method_id} ${zone_id}`} className="border-b border-rule align-top">
                <td className="py-1.5 pr-3">
                  {words.cell(nameIn(methods, method_id), nameIn(zones, zone_id))}
                  <input
                    type="hidden"
                    name="expected"
                    value={`${method_id} ${zone_id} ${before.version}`}
                  />
                </td>
                <td className="px-3 py-1.5 text-muted">
                  <RateSummary rate={before} isLive={false} />
                </td>
                <td className="px-3 py-1.5">
                  <RateSummary rate={after} isLive={false} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Button type="submit" name="intent" value="apply" className="justify-self-start">
        {words.apply}
      </Button>
    </div>
  );
}
