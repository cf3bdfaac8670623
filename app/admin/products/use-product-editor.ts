import { useEffect, useMemo, useRef, useState } from "react";
import type { useFetcher } from "react-router";
import type { StaffProduct } from "#shop/catalogue/products/find-product.server.ts";
import type { ProductFields } from "#shop/catalogue/products/product.ts";
import type { ProductForm } from "#shop/catalogue/products/product-form.ts";
import type { ProductSave } from "#shop/catalogue/products/product-input.ts";
import { formOf, restored } from "./drafts/product-form.ts";
import type { ProductAnswer } from "./product-action.server.ts";
import { type DraftProblems, draftOf, isDirty, saveOf } from "./product-draft.ts";

/** A problem of one field; `product` has the SKU or barcode already. */
export interface FieldProblem {
  readonly code: string;
  readonly product?: string;
}

/** Fields that two people changed. */
interface EditConflict {
  readonly theirs: ProductFields;
  readonly version: number;
  readonly fields: readonly (keyof ProductFields)[];
}

/** What is typed into the editor, what is stored, and what the last save was refused for. */
export function useProductEditor(
  product: StaffProduct,
  fetcher: ReturnType<typeof useFetcher<ProductAnswer>>,
  /** What was typed before and not applied. */
  kept: ProductForm | undefined,
) {
  const [opened] = useState(() => openedOf(product, kept));
  const [stored, setStored] = useState(opened.stored);
  const [version, setVersion] = useState(opened.version);
  const [draft, setDraft] = useState(opened.draft);
  const [typedProblems, setTypedProblems] = useState<DraftProblems>({});
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const [applied, setApplied] = useState(0);
  const sent = useRef<ProductSave | null>(null);
  const reply = fetcher.state === "idle" ? fetcher.data : undefined;

  // After a save or a change of status the page is read again: it is the new ground.
  const readVersion = useRef(product);
  const answered = useRef<ProductAnswer | undefined>(undefined);
  useEffect(() => {
    if (readVersion.current === product) return;
    readVersion.current = product;
    // The page is read again for other reasons too: only a new answer replaces what is typed.
    if (!reply?.done || answered.current === reply) return;
    answered.current = reply;
    const fresh = draftOf(product);
    setStored(fresh);
    setDraft(fresh);
    setVersion(product.version);
    setConflict(null);
    setTypedProblems({});
    setApplied((times) => times + 1);
  }, [product, reply]);

  useEffect(() => {
    if (reply?.problem?.code !== "changed_meanwhile") return;
    const { theirs, version: theirVersion, conflicts } = reply.problem;
    setConflict({ theirs, version: theirVersion, fields: conflicts });
  }, [reply]);

  // Compares every variant, so not at each render.
  const form = useMemo(() => formOf(draft, stored, version), [draft, stored, version]);

  /** What a save sends; undefined when a field holds no number, which the form then shows. */
  const saveInput = (): ProductSave | undefined => {
    const made = saveOf(draft, stored, version);
    if ("problems" in made) {
      setTypedProblems(made.problems);
      return undefined;
    }
    setTypedProblems({});
    return made.save;
  };

  const save = () => {
    const input = saveInput();
    if (!input) return;
    sent.current = input;
    void fetcher.submit(
      { intent: "save", input: input as never },
      { method: "post", encType: "application/json" },
    );
  };

  /** Decides a conflict. When the last one is decided, their version is the one that the next save names. */
  const settle = (name: keyof ProductFields, whose: "mine" | "theirs") => {
    if (!conflict) return;
    const value = { [name]: conflict.theirs[name] };
    setStored({ ...stored, fields: { ...stored.fields, ...value } });
    if (whose === "theirs") setDraft({ ...draft, fields: { ...draft.fields, ...value } });
    const fields = conflict.fields.filter((other) => other !== name);
    setConflict(fields.length > 0 ? { ...conflict, fields } : null);
  };

  const problemOf = (path: string): FieldProblem | undefined => {
    const typed = typedProblems[path];
    if (typed) return { code: typed };
    if (!reply) return undefined;
    return problemIn(reply, sent.current, path);
  };

  return {
    draft,
    stored,
    form,
    /** How often this page saved. */
    applied,
    conflict,
    isDirty: isDirty(draft, stored),
    hasProblems: Object.keys(typedProblems).length > 0 || reply?.problems !== undefined,
    setDraft,
    setFields: (change: Partial<ProductFields>) =>
      setDraft((before) => ({ ...before, fields: { ...before.fields, ...change } })),
    save,
    saveInput,
    /** Puts back what is stored. */
    discard: () => {
      const fresh = draftOf(product);
      setStored(fresh);
      setDraft(fresh);
      setVersion(product.version);
      setConflict(null);
      setTypedProblems({});
    },
    /** Opens what a colleague typed in place of the actor's own. */
    open: (form: ProductForm) => {
      const theirs = restored(form, draftOf(product));
      setStored(theirs.stored);
      setDraft(theirs.draft);
      setVersion(theirs.version);
      setTypedProblems({});
    },
    settle,
    problemOf,
  };
}

function openedOf(product: StaffProduct, kept: ProductForm | undefined) {
  const current = draftOf(product);
  return kept
    ? restored(kept, current)
    : { stored: current, draft: current, version: product.version };
}

/** What the server said about a field. It names variants by their place in the save, the form by their id. */
function problemIn(
  { problem, problems }: ProductAnswer,
  sent: ProductSave | null,
  path: string,
): FieldProblem | undefined {
  const own = problems?.[path];
  if (own) return { code: own };
  const [id = "", column = ""] = path.split(".");
  const place = sent?.variants.findIndex((variant) => variant.id === id) ?? -1;
  const ofVariant = problems?.[`variants.${place}.${column}`];
  if (place >= 0 && ofVariant) return { code: ofVariant };
  if (problem && "sku" in problem) {
    const columns: Readonly<Record<string, string>> = {
      sku_taken: "sku",
      barcode_taken: "barcode",
      barcode_invalid: "barcode",
      stock_below_zero: "stock",
    };
    const variant = sent?.variants[place];
    if (variant?.sku !== problem.sku || (columns[problem.code] ?? "options") !== column)
      return undefined;
    return "product" in problem && problem.product !== undefined
      ? { code: problem.code, product: problem.product }
      : { code: problem.code };
  }
  const slugProblems: readonly string[] = ["product_slug_taken", "product_slug_redirected"];
  if (problem && slugProblems.includes(problem.code) && path === "after.slug")
    return { code: problem.code };
  return undefined;
}
