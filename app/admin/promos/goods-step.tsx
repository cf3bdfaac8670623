import { Section } from "#app/admin/kit/section.tsx";
import { usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { StepProps } from "./builder-props.ts";
import { CheckList, PickList } from "./draft-fields.tsx";

/** Step 2: the goods that it applies to, the goods that it leaves out, and what buy X get Y gives. */
export function GoodsStep(step: StepProps) {
  const words = usePromoWords();
  const { draft, onChange, choices } = step;
  const categories = { ...step, all: choices.categories, empty: words.noCategories };
  return (
    <Section title={`2 · ${words.steps.goods}`} hint={words.goodsHint}>
      <div className="grid gap-4 md:grid-cols-2">
        <CheckList {...categories} name="category_ids" label={words.categories} />
        <PickList
          {...step}
          name="product_ids"
          label={words.products}
          searchLabel={words.productSearch}
        />
      </div>
      {draft.type === "buy_x_get_y" ? (
        <div className="grid gap-3 border-t border-rule pt-4">
          <h3 className="font-semibold">
            {words.reward} <span className="font-normal text-muted">{words.rewardHint}</span>
          </h3>
          <div className="grid gap-4 md:grid-cols-2">
            <CheckList {...categories} name="reward_category_ids" label={words.rewardCategories} />
            <PickList
              {...step}
              name="reward_product_ids"
              label={words.reward}
              searchLabel={words.rewardSearch}
            />
          </div>
        </div>
      ) : null}
      <details
        className="border-t border-rule pt-3"
        open={
          draft.excluded_category_ids.length + draft.excluded_product_ids.length > 0 || undefined
        }
      >
        <summary className="flex min-h-9 cursor-pointer items-center gap-2 font-semibold">
          <Icon name="chevron-down" className="size-4" />
          {words.excluded}
        </summary>
        <div className="grid gap-4 pt-2 md:grid-cols-2">
          <CheckList
            {...categories}
            name="excluded_category_ids"
            label={words.excludedCategories}
          />
          <PickList
            {...step}
            name="excluded_product_ids"
            label={words.excludedProducts}
            searchLabel={words.excludedSearch}
          />
        </div>
      </details>
      <Checkbox
        label={words.saleItems}
        checked={draft.exclude_sale_items}
        onChange={(event) => onChange({ exclude_sale_items: event.currentTarget.checked })}
      />
    </Section>
  );
}
