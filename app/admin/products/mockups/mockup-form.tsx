import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { useMockupsWords } from "#app/admin/products/mockups/messages/mockups.ts";
import { useLanguage } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import type { MockupsOfProduct } from "#shop/designs/mockups/own-mockups.server.ts";
import { NumberField } from "./number-field.tsx";
import { firstDraft } from "./surface-draft.ts";
import { SurfaceEditor } from "./surface-editor.tsx";

interface MockupFormProps extends Pick<MockupsOfProduct, "pictures" | "places"> {
  /** Of the mock-up that the form makes. */
  id: string;
}

/** One of the product's pictures, which area it shows, and where. */
export function MockupForm({ id, pictures, places }: MockupFormProps) {
  const words = useMockupsWords();
  const language = useLanguage();
  const isSending = useNavigation().state !== "idle";
  const [chosen, setChosen] = useState(pictures[0]?.id);
  const [place, setPlace] = useState(places[0]);
  const size = place ?? { w: 1, h: 1 };
  const [draft, setDraft] = useState(() => firstDraft(size));
  const [shading, setShading] = useState("100");
  const picture = pictures.find(({ id }) => id === chosen) ?? pictures[0];
  if (!picture) return null;
  return (
    <Form method="post" className="grid gap-5">
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="id" value={id} />
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">{words.picture}</legend>
        <div className="flex flex-wrap gap-2">
          {pictures.map((one, index) => (
            <label
              key={one.id}
              className="relative size-20 border border-rule has-checked:border-ink has-checked:outline-2 has-checked:outline-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-carbon"
            >
              <input
                type="radio"
                name="picture"
                value={one.id}
                aria-label={one.alt[language] || words.pictureOf(index + 1)}
                checked={one.id === picture.id}
                onChange={() => setChosen(one.id)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <Picture picture={one} sizes="80px" widest={320} alt="" />
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={words.place}>
        {(parts) => (
          <Select
            {...parts}
            name="place"
            className="w-full max-w-80"
            value={keyOf(place)}
            onChange={({ target }) => {
              const next = places.find((one) => keyOf(one) === target.value);
              setPlace(next);
              // Corners that the user has moved stay.
              const isFirst = String(draft.corners) === String(firstDraft(size).corners);
              if (next && isFirst) setDraft({ ...draft, corners: firstDraft(next).corners });
            }}
          >
            {places.map((one) => (
              <option key={keyOf(one)} value={keyOf(one)}>
                {one.name[language]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <SurfaceEditor picture={picture} size={size} draft={draft} onChange={setDraft} />
      <div className="max-w-80">
        <NumberField
          name="shading"
          label={words.shading}
          min={0}
          max={200}
          value={shading}
          onChange={setShading}
        />
      </div>
      <Button type="submit" busy={isSending} className="justify-self-start">
        {words.save}
      </Button>
    </Form>
  );
}

const keyOf = (place: MockupsOfProduct["places"][number] | undefined) =>
  place ? `${place.side}/${place.area}` : "";
