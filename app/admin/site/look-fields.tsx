import { useState } from "react";
import { useSiteWords } from "#app/admin/site/messages/site.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { FileInput } from "#app/ui/file-input.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { isColour, type Tokens } from "#base/contrast.ts";
import { type LookPicture, lookCorners, lookPictures, shownPicture } from "#shop/content/look.ts";
import { builtInColours, findWeakColour, lookTokens } from "#shop/content/look-colours.ts";
import type { BodyFieldsProps } from "./body-values.ts";

/** The controls of the look, with a sample of both modes. */
export function LookFields({ values, errorOf }: BodyFieldsProps) {
  const words = useSiteWords();
  const { fields } = words;
  const [colours, setColours] = useState({
    accent: values.accent ?? "",
    ground: values.ground ?? "",
  });
  const [corner, setCorner] = useState(values.corner ?? "0");
  const read = { accent: colours.accent.toLowerCase(), ground: colours.ground.toLowerCase() };
  const areColours = isColour(read.accent) && isColour(read.ground);
  const weak = areColours ? findWeakColour(read) : undefined;
  return (
    <>
      <div className="grid items-start gap-4 md:grid-cols-3">
        {(["accent", "ground"] as const).map((name) => (
          <div key={name} className="grid gap-2">
            <Field label={fields[name]} hint={words.colourHint} error={errorOf(name)}>
              {(parts) => (
                <div className="flex gap-2">
                  <input
                    type="color"
                    aria-label={`${fields[name]}, ${words.sample}`}
                    value={isColour(read[name]) ? read[name] : "#000000"}
                    className="h-11 w-14 shrink-0 border border-control bg-card p-1"
                    onChange={(event) =>
                      setColours({ ...colours, [name]: event.currentTarget.value })
                    }
                  />
                  <TextInput
                    {...parts}
                    name={name}
                    value={colours[name]}
                    maxLength={7}
                    autoComplete="off"
                    autoCapitalize="none"
                    className="figures"
                    onChange={(event) =>
                      setColours({ ...colours, [name]: event.currentTarget.value })
                    }
                  />
                </div>
              )}
            </Field>
            {weak?.field === name ? (
              <div role="status" className="grid justify-items-start gap-1 text-sm">
                <p className="text-stamp">
                  {weak.pair
                    ? words.weakAccent(weak.pair.ratio.toFixed(2))
                    : words.problems.ground_dark}
                </p>
                <button
                  type="button"
                  className="link inline-flex min-h-11 items-center gap-2"
                  onClick={() => setColours({ ...colours, [name]: weak.suggestion })}
                >
                  <span className="swatch" style={{ backgroundColor: weak.suggestion }} />
                  {words.suggest(weak.suggestion)}
                </button>
              </div>
            ) : null}
          </div>
        ))}
        <Field label={fields.corner} error={errorOf("corner")}>
          {(parts) => (
            <Select
              {...parts}
              name="corner"
              value={corner}
              onChange={(event) => setCorner(event.currentTarget.value)}
            >
              {lookCorners.map((one) => (
                <option key={one} value={one}>
                  {words.corners[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2">
        {lookPictures.map((place) => (
          <PictureField
            key={place}
            place={place}
            name={values[place] ?? ""}
            error={errorOf(place)}
          />
        ))}
      </div>
      {areColours && !weak ? (
        <div className="grid gap-3 md:grid-cols-2">
          {(["light", "dark"] as const).map((mode) => (
            <Sample
              key={mode}
              title={words.modes[mode]}
              tokens={{ ...builtInColours[mode], ...lookTokens(read)[mode] }}
              corner={corner}
            />
          ))}
        </div>
      ) : null}
    </>
  );
}

interface SampleProps {
  title: string;
  tokens: Tokens;
  corner: string;
}

/** A button, a link and a field in the colours of one mode. */
function Sample({ title, tokens, corner }: SampleProps) {
  const words = useSiteWords();
  const borderRadius = `${corner}px`;
  return (
    <section
      aria-label={`${words.sample}: ${title}`}
      className="grid gap-3 border border-rule p-4"
      style={{ backgroundColor: tokens.paper, color: tokens.ink }}
    >
      <h3 className="font-semibold">{title}</h3>
      <div
        className="grid justify-items-start gap-3 border p-4"
        style={{ backgroundColor: tokens.card, borderColor: tokens.rule, borderRadius }}
      >
        <span
          className="inline-flex min-h-11 items-center px-5 font-semibold"
          style={{ backgroundColor: tokens.carbon, color: tokens["on-carbon"], borderRadius }}
        >
          {words.sampleButton}
        </span>
        <span className="underline underline-offset-4" style={{ color: tokens.carbon }}>
          {words.sampleLink}
        </span>
        <span
          className="min-h-11 w-full border px-3 py-2"
          style={{ borderColor: tokens.control, color: tokens.muted, borderRadius }}
        >
          {words.sample}
        </span>
      </div>
    </section>
  );
}

interface PictureFieldProps {
  place: LookPicture;
  /** Of the stored picture. */
  name: string;
  error: string | undefined;
}

/** The stored picture, and the choice of another one. */
function PictureField({ place, name, error }: PictureFieldProps) {
  const words = useSiteWords();
  const [chosen, setChosen] = useState<string>();
  const shown = shownPicture(name);
  const ground = builtInColours[place === "logo_dark" ? "dark" : "light"].card;
  return (
    <div className="grid content-start gap-2">
      <input type="hidden" name={place} value={name} />
      <Field label={words.fields[place]} hint={words.pictureHints[place]} error={error}>
        {(parts) => (
          <FileInput
            {...parts}
            name={`${place}.file`}
            action={words.choose}
            chosen={chosen}
            accept={
              place === "share" ? "image/png,image/jpeg" : "image/svg+xml,image/png,image/jpeg"
            }
            onChange={(event) => setChosen(event.currentTarget.files?.[0]?.name)}
          />
        )}
      </Field>
      {shown ? (
        <div className="flex flex-wrap items-center gap-4">
          <span className="border border-rule p-2" style={{ backgroundColor: ground }}>
            <img {...shown} alt={words.stored} />
          </span>
          <Checkbox name={`${place}.none`} label={words.removePicture} />
        </div>
      ) : null}
    </div>
  );
}
