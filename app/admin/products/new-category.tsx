import { useEffect, useId, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useCategoryWords } from "#app/admin/categories/messages/categories.ts";
import { useProductWords } from "#app/admin/products/messages/products.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { ProductAnswer } from "./product-action.server.ts";

/** Makes a published category by its name, without leaving the product. */
export function NewCategory({ onMade }: { onMade: (id: string) => void }) {
  const { editor: words } = useProductWords();
  const { problems } = useCategoryWords();
  const id = useId();
  const [name, setName] = useState("");
  const fetcher = useFetcher<ProductAnswer>();
  const busy = fetcher.state !== "idle";
  const made = busy ? undefined : fetcher.data?.category;
  const problem = busy ? undefined : fetcher.data?.categoryProblem;
  const taken = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (made === undefined || taken.current === made) return;
    taken.current = made;
    setName("");
    onMade(made);
  }, [made, onMade]);
  const make = () => {
    if (name.trim() === "") return;
    void fetcher.submit(
      { intent: "category", input: { id: crypto.randomUUID(), name } },
      { method: "post", encType: "application/json" },
    );
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <label htmlFor={id} className="min-w-0 flex-1 basis-32">
          <span className="sr-only">{words.newCategory}</span>
          <TextInput
            id={id}
            placeholder={words.newCategory}
            value={name}
            maxLength={80}
            {...(problem ? { "aria-invalid": true, "aria-describedby": `${id}-problem` } : {})}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              make();
            }}
          />
        </label>
        <Button look="quiet" busy={busy} onClick={make}>
          {words.addCategory}
        </Button>
      </div>
      {problem ? (
        <p id={`${id}-problem`} role="alert" className="text-stamp">
          {wordsFor(problems, problem, "invalid_input")}
        </p>
      ) : null}
    </div>
  );
}
