import { useEffect, useRef, useState } from "react";
import type { StaffPromotion } from "#shop/promotions/editor/find-promotion.server.ts";
import type { PromotionFields } from "#shop/promotions/promotion-input.ts";
import { isSame } from "#shop/staff/three-way.ts";
import type { PromotionAnswer } from "./promotion-action.server.ts";
import { type DraftProblems, draftOf, fieldsOf, type PromotionDraft } from "./promotion-draft.ts";

/** Fields that two people changed. */
interface EditConflict {
  readonly theirs: PromotionFields;
  readonly version: number;
  readonly fields: readonly (keyof PromotionFields)[];
}

/**
 * What is typed into the builder, what is stored, and what the last save was refused for.
 * @param answer of the last save
 */
export function usePromotionEditor(
  promotion: StaffPromotion,
  answer: PromotionAnswer | undefined,
  post: (intent: "save", input: object) => void,
) {
  const [stored, setStored] = useState(promotion.fields);
  const [version, setVersion] = useState(promotion.version);
  const [draft, setDraft] = useState(() => draftOf(promotion.fields));
  const [typedProblems, setTypedProblems] = useState<DraftProblems>({});
  const [conflict, setConflict] = useState<EditConflict | null>(null);

  // After a save the page is read again: it is the new ground.
  const read = useRef(promotion);
  useEffect(() => {
    if (read.current === promotion) return;
    read.current = promotion;
    if (!answer?.done) return;
    setStored(promotion.fields);
    setDraft(draftOf(promotion.fields));
    setVersion(promotion.version);
    setConflict(null);
    setTypedProblems({});
  }, [promotion, answer]);

  useEffect(() => {
    if (!answer?.conflict) return;
    const { theirs, version: theirVersion, conflicts } = answer.conflict;
    setConflict({ theirs, version: theirVersion, fields: conflicts });
  }, [answer]);

  const { fields, problems } = fieldsOf(draft);
  const save = () => {
    setTypedProblems(problems);
    if (Object.keys(problems).length > 0) return;
    post("save", { version, before: version === 0 ? null : stored, after: fields });
  };

  /** Decides a conflict: of the decided field their value is the ground from then on. */
  const settle = (name: keyof PromotionFields, whose: "mine" | "theirs") => {
    if (!conflict) return;
    setStored({ ...stored, [name]: conflict.theirs[name] });
    if (whose === "theirs") {
      setDraft({ ...draft, [name]: draftOf(conflict.theirs)[name] });
    }
    const left = conflict.fields.filter((other) => other !== name);
    setConflict(left.length > 0 ? { ...conflict, fields: left } : null);
  };

  return {
    draft,
    fields,
    stored,
    conflict,
    isDirty: !isSame(draft, draftOf(stored)),
    hasProblems: Object.keys(typedProblems).length > 0 || answer?.problems !== undefined,
    setDraft: (change: Partial<PromotionDraft>) => setDraft((before) => ({ ...before, ...change })),
    replaceDraft: setDraft,
    save,
    discard: () => {
      setDraft(draftOf(stored));
      setTypedProblems({});
    },
    settle,
    /** The code for what is wrong with a field. */
    problemOf: (name: string): string | undefined => {
      const path = `after.${name}`;
      const own = typedProblems[path] ?? answer?.problems?.[path];
      if (own) return own;
      // One bad entry of a list marks the whole list.
      return Object.entries(answer?.problems ?? {}).find(([at]) => at.startsWith(`${path}.`))?.[1];
    },
  };
}
