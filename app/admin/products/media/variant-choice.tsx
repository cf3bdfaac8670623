import { useMediaWords } from "#app/admin/products/media/messages/media.ts";
import { useLanguage } from "#app/language.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { assignmentOf } from "#shop/catalogue/media/assignment.ts";
import type { PictureRowProps } from "./media-props.ts";

/** The option values whose variants show this picture first. Nothing for a product without options. */
export function VariantChoice({
  picture,
  options,
  variants,
  chosen,
}: Pick<PictureRowProps, "picture" | "options" | "variants"> & { chosen: readonly string[] }) {
  const { edit } = useMediaWords();
  const language = useLanguage();
  if (options.length === 0) return null;
  const assignment = assignmentOf(picture.variant_ids, variants);
  return (
    <fieldset className="grid gap-2">
      <legend className="text-sm font-semibold">{edit.variants}</legend>
      <p className="text-muted">
        {assignment ? edit.variantsHint : edit.variantsChosen(picture.variant_ids.length)}
      </p>
      {assignment ? null : (
        <>
          <input type="hidden" name="variants" value="keep" />
          <Checkbox name="release" label={edit.release} />
        </>
      )}
      {options.map((option) => (
        <div
          key={option.code}
          className="grid gap-x-3 border-t border-rule pt-1.5 @lg:grid-cols-[7rem_1fr]"
        >
          <p className="printed pt-1.5">{option.name[language]}</p>
          <div className="flex flex-wrap gap-x-5">
            {option.values.map((value) => (
              <Checkbox
                key={value.code}
                name="value"
                value={`${option.code}:${value.code}`}
                label={value.label[language]}
                colour={value.swatch ?? null}
                defaultChecked={chosen.includes(`${option.code}:${value.code}`)}
              />
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
