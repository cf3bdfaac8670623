import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useBlurTick } from "#app/designer/input/use-blur-tick.ts";
import { useLocalPath } from "#app/language.ts";
import type { ProductTemplate } from "#shop/catalogue/catalogue.ts";
import type { ValueProblem } from "#shop/designs/fill-template.ts";
import type { DesignPrice, NextStep } from "#shop/designs/print/price-design.ts";
import type { DesignPreview } from "../api/design-preview.ts";
import { readTyped, writeTyped } from "./typed-design.ts";

/** Milliseconds without a key press before the picture follows what was typed. */
const previewDelayMs = 150;

const none: readonly ValueProblem[] = [];

/**
 * Saves the design of the form. @returns its id; undefined for a plain piece; null after the problems are shown in the form
 */
export type KeepDesign = RefObject<() => Promise<string | null | undefined>>;

export type DesignFailure =
  | "offline"
  | "too_many_requests"
  | "not_found"
  | "rights_missing"
  | "photo_sending"
  | "blur_unticked";

/** What a buyer has printed on the goods, and its picture. */
interface Personalising {
  readonly template: ProductTemplate;
  readonly values: Readonly<Record<string, string>>;
  /** Of the last values that can be printed; null until there are some. */
  readonly svg: string | null;
  /** The request of that picture, which draws it on the goods too; null without photographs of them. */
  readonly query: string | null;
  /** Null until something can be printed. */
  readonly price: DesignPrice | null;
  /** Where more pieces make each cheaper. */
  readonly next: NextStep | null;
  readonly problems: readonly ValueProblem[];
  /** Photographs that are less sharp than they should be. */
  readonly remarks: readonly ValueProblem[];
  /** A photograph is missing: the picture has a grey frame in its place. */
  readonly isSketch: boolean;
  /** What the buyer says about the photographs that they chose; null: they chose none. */
  readonly rights: {
    readonly isTicked: boolean;
    /** @param wording what is recorded of it; null: they do not say it */
    onTick(wording: string | null): void;
  } | null;
  /** Photographs that will look blurred need a tick; `dpi` is null where there are none. */
  readonly blur: ReturnType<typeof useBlurTick>;
  readonly failure: DesignFailure | null;
  choose(template: ProductTemplate): void;
  type(field: string, value: string): void;
  /** A field's photograph is being sent or checked: nothing is kept without it. */
  sendPhoto(field: string, isSending: boolean): void;
  /** Keeps the design for a line of the cart, see `KeepDesign`; null comes with `problems` or `failure` set. */
  keep(): Promise<string | null | undefined>;
}

function failureOf(code: string | undefined): DesignFailure {
  return code === "too_many_requests" || code === "blur_unticked" ? code : "not_found";
}

/** For an empty design, assigns the problem to the first field. */
function withField(
  problems: readonly ValueProblem[],
  { fields }: ProductTemplate,
): readonly ValueProblem[] {
  return problems.map((problem) =>
    problem.code === "design_empty" && fields[0]
      ? { field: fields[0].id, code: fields[0].rule === "photo" ? "slot_empty" : "field_missing" }
      : problem,
  );
}

/** @param slug of the product; @param templates at least one; @param isRequired the goods are sold with a print only */
export function usePersonalising(
  slug: string,
  templates: readonly ProductTemplate[],
  variantId: string,
  quantity: number,
  isRequired: boolean,
): Personalising {
  const to = useLocalPath();
  const [chosen, choose] = useState(templates[0]);
  if (!chosen) throw new Error("nothing can be printed without a template");
  const template = chosen;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  // Read after hydration, because the server cannot read sessionStorage. Text typed before hydration is newer and takes precedence.
  useEffect(() => {
    const typed = readTyped(slug, templates);
    if (!typed) return;
    choose(typed.template);
    setValues((before) => ({ ...typed.values, ...before }));
  }, [slug, templates]);
  const [shown, setShown] = useState<{
    svg: string;
    price: DesignPrice | null;
    next?: NextStep;
    query: string | null;
    remarks: readonly ValueProblem[];
  } | null>(null);
  const [rights, setRights] = useState<string | null>(null);
  const [problems, setProblems] = useState<readonly ValueProblem[]>([]);
  const [failure, setFailure] = useState<DesignFailure | null>(null);
  const sending = useRef(new Set<string>());
  const remarks = shown?.remarks ?? none;
  const blur = useBlurTick(remarks);
  const id = useRef(crypto.randomUUID());
  const address = to("/api/design-preview");
  const templateId = template.id;
  const photos = template.fields.flatMap(({ id, rule }) => (rule === "photo" ? id : []));
  // Frames show where a photograph goes before anything is typed.
  const showsFrames = photos.length > 0;
  const hasPhoto = photos.some((field) => values[field]);

  // Another design is another version.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of a design
  useLayoutEffect(() => {
    id.current = crypto.randomUUID();
  }, [templateId, values, variantId]);
  useEffect(() => {
    if (!showsFrames && Object.values(values).every((value) => value.trim() === "")) {
      setShown(null);
      setProblems(none);
      return;
    }
    const stop = new AbortController();
    const params = new URLSearchParams({
      variant: variantId,
      template: templateId,
      pieces: String(quantity),
    });
    for (const [field, value] of Object.entries(values)) params.set(`f.${field}`, value);
    const timer = setTimeout(async () => {
      try {
        const answer = await fetch(`${address}?${params}`, { signal: stop.signal });
        if (!answer.ok && answer.status !== 422) return;
        const preview = (await answer.json()) as DesignPreview;
        if ("svg" in preview) {
          // The goods look the same however many there are.
          params.delete("pieces");
          setShown({ ...preview, query: preview.has_mockup ? String(params) : null });
        } else if (preview.sketch !== undefined)
          setShown({ svg: preview.sketch, price: null, query: null, remarks: [] });
        // What is not chosen yet is a problem when the buyer goes on.
        const found = "problems" in preview ? preview.problems : [];
        const isBlank = Object.values(values).every((value) => value.trim() === "");
        setProblems(isBlank ? [] : found.filter(({ code }) => code !== "slot_empty"));
      } catch (error) {
        // Only the picture stays behind; keeping the design says what is wrong.
        if (!stop.signal.aborted) console.warn(error);
      }
    }, previewDelayMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [address, quantity, showsFrames, templateId, values, variantId]);

  return {
    template,
    values,
    svg: shown?.svg ?? null,
    query: shown?.query ?? null,
    price: shown?.price ?? null,
    next: shown?.next ?? null,
    problems,
    remarks,
    isSketch: shown !== null && shown.price === null,
    rights: hasPhoto ? { isTicked: rights !== null, onTick: setRights } : null,
    blur,
    failure: failure ?? (blur.isMissing ? "blur_unticked" : null),
    choose: (next) => {
      choose(next);
      writeTyped(slug, next, values);
    },
    type: (field, value) => {
      setValues((before) => ({ ...before, [field]: value }));
      writeTyped(slug, template, { ...values, [field]: value });
    },
    sendPhoto: useCallback((field: string, isSending: boolean) => {
      if (isSending) sending.current.add(field);
      else if (sending.current.delete(field))
        setFailure((before) => (before === "photo_sending" ? null : before));
    }, []),
    async keep() {
      setFailure(null);
      if (sending.current.size > 0) {
        setFailure("photo_sending");
        return null;
      }
      if (hasPhoto && rights === null) {
        setFailure("rights_missing");
        return null;
      }
      if (!blur.passes(remarks)) return null;
      const isEmpty = Object.values(values).every((value) => value.trim() === "");
      if (!isRequired && isEmpty && template.fields.every(({ required }) => !required))
        return undefined;
      try {
        const answer = await fetch(to("/api/designs"), {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            id: id.current,
            variant_id: variantId,
            template_id: template.id,
            values,
            ...(hasPhoto ? { rights } : {}),
            ...(blur.dpi === null ? {} : { blurred: blur.dpi }),
          }),
        });
        const reply = (await answer.json()) as {
          design_id?: string;
          problems?: readonly ValueProblem[];
          error?: { readonly code: string };
        };
        setProblems(withField(reply.problems ?? [], template));
        if (reply.design_id !== undefined) return reply.design_id;
        if (!reply.problems) setFailure(failureOf(reply.error?.code));
      } catch (error) {
        console.warn(error);
        setFailure("offline");
      }
      return null;
    },
  };
}
