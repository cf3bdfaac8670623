import { type RefObject, useRef, useState } from "react";
import { type FetcherWithComponents, useFetcher } from "react-router";
import type { ConflictingField } from "#app/admin/kit/form/conflict.tsx";
import { useMediaWords } from "#app/admin/products/media/messages/media.ts";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useLanguage } from "#app/language.ts";
import type { Language } from "#base/language.ts";
import type { ProductPicture } from "#shop/catalogue/media/media.ts";
import { mergeThreeWay } from "#shop/staff/three-way.ts";
import type { MediaAnswer } from "./media-action.server.ts";
import type { PictureRowProps } from "./media-props.ts";
import { type PictureValues, valuesIn, valuesOf } from "./picture-values.ts";

type PictureField = keyof PictureValues;

interface State {
  /** The stored picture that the form was made from; a save names its version. */
  readonly base: ProductPicture;
  /** What the fields begin with. */
  readonly values: PictureValues;
  /** Another key makes the fields begin again. */
  readonly key: number;
  /** Fields that somebody else changed too, and what they began with. */
  readonly open: readonly PictureField[];
  readonly before: PictureValues;
  /** The answer that the state already follows. */
  readonly seen: MediaAnswer | undefined;
}

interface PictureForm extends Pick<State, "base" | "values" | "key"> {
  readonly saving: FetcherWithComponents<MediaAnswer>;
  readonly form: RefObject<HTMLFormElement | null>;
  /** The answer to the last save of this picture. */
  readonly reply: MediaAnswer | undefined;
  readonly isDirty: boolean;
  readonly conflicts: readonly ConflictingField[];
  readonly onInput: () => void;
  readonly keepMine: (name: string) => void;
  readonly takeTheirs: (name: string) => void;
}

/**
 * The state of a picture's form. When somebody else saved the same picture meanwhile, fields that only one of the two changed
 * are joined and the person decides about the others: nobody's words are lost.
 */
export function usePictureForm({
  picture,
  variants,
  options,
  answer,
}: PictureRowProps): PictureForm {
  const words = useMediaWords();
  const language = useLanguage();
  const saving = useFetcher<MediaAnswer>({ key: `edit ${picture.id}` });
  const form = useRef<HTMLFormElement>(null);
  const [isDirty, setIsDirty] = useState(false);
  const stored = valuesOf(picture, variants);
  const posted = answer?.of === picture.id ? answer : undefined;
  const [state, setState] = useState<State>(() => {
    const before = valuesOf(picture, variants);
    const values = posted?.given ?? before;
    // Without script the page has forgotten what the form began with.
    const isLost = posted?.problem === "changed_meanwhile";
    const open = isLost
      ? mergeThreeWay({ ...before, alt_id: "", alt_en: "" }, before, values).conflicts
      : [];
    return { base: picture, values, key: 0, open, before, seen: posted };
  });
  useDirtyForm(isDirty);
  const reply = saving.state === "idle" && saving.data?.of === picture.id ? saving.data : posted;

  // The answer came together with the picture as it is stored now.
  if (saving.state === "idle" && reply !== state.seen) {
    if (reply?.done === "edit") {
      setState({ ...state, base: picture, open: [], before: stored, seen: reply });
      setIsDirty(false);
    } else if (reply?.problem === "changed_meanwhile") {
      const before = valuesOf(state.base, variants);
      const mine = reply.given ?? state.values;
      const { merged, conflicts } = mergeThreeWay(before, stored, mine);
      // Until the person has decided, the fields keep what was typed.
      const typed = Object.fromEntries(conflicts.map((name) => [name, mine[name]]));
      const values = { ...merged, ...typed };
      setState({
        base: picture,
        values,
        key: state.key + 1,
        open: conflicts,
        before,
        seen: reply,
      });
    } else setState({ ...state, seen: reply });
  } else if (!isDirty && saving.state === "idle" && picture.version !== state.base.version) {
    setState({ ...state, base: picture, values: stored, key: state.key + 1, before: stored });
  }

  const settle = (name: string, from: PictureValues | undefined) => {
    const field = name as PictureField;
    const typed = form.current ? valuesIn(new FormData(form.current)) : state.values;
    setState({
      ...state,
      open: state.open.filter((other) => other !== field),
      ...(from ? { values: { ...typed, [field]: from[field] }, key: state.key + 1 } : {}),
    });
  };
  const mine = saving.data?.given ?? posted?.given ?? state.values;
  const labels: Readonly<Record<PictureField, string>> = {
    alt_id: words.edit.alt.id,
    alt_en: words.edit.alt.en,
    is_decorative: words.decorative,
    focal: words.edit.focal,
    values: words.edit.variants,
  };
  const shown = (field: PictureField, from: PictureValues): string => {
    if (field === "is_decorative") return from.is_decorative ? words.yes : words.no;
    if (field === "focal") return `${from.focal.x}% / ${from.focal.y}%`;
    if (field !== "values") return from[field];
    return from.values.map((value) => labelOf(value, options, language)).join(", ");
  };
  return {
    ...state,
    saving,
    form,
    reply,
    isDirty,
    onInput: () => setIsDirty(true),
    conflicts: state.open.map((name) => ({
      name,
      label: labels[name],
      before: shown(name, state.before),
      theirs: shown(name, stored),
      mine: shown(name, mine),
    })),
    keepMine: (name) => settle(name, undefined),
    takeTheirs: (name) => settle(name, stored),
  };
}

function labelOf(text: string, options: PictureRowProps["options"], language: Language): string {
  const [code, value] = text.split(":");
  const found = options
    .find((option) => option.code === code)
    ?.values.find((one) => one.code === value);
  return found?.label[language] ?? text;
}
