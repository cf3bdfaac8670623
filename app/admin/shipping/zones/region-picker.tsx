import type { KeyboardEvent } from "react";
import { Part } from "#app/admin/shipping/fields.tsx";
import { useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { useLanguage } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { TreeRegion } from "#shop/settings/shipping/region-tree.server.ts";
import type { ZoneTree } from "./zone-action.server.ts";

/** The value of the field for the rest of Indonesia: an empty value would look like nothing. */
const restCode = "rest";

interface RegionPickerProps {
  tree: ZoneTree;
  /** Codes of the chosen regions, `rest` among them. */
  regions: readonly string[];
  /** Codes of the opened regions. */
  opened: readonly string[];
  /** The zone that is edited; null for a new one. */
  zoneId: string | null;
  error: string | undefined;
}

/**
 * The chosen regions, a search, and the tree of Indonesia. Opening a region and searching send the form, which comes
 * back with everything that was typed: it works without scripts too.
 */
export function RegionPicker({ tree, regions, opened, zoneId, error }: RegionPickerProps) {
  const { zones: words } = useShippingWords();
  const chosen = new Set(regions);
  const isRest = chosen.has(restCode);
  const find = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const form = event.currentTarget.form;
    form?.requestSubmit(form.querySelector<HTMLButtonElement>('button[value="find"]'));
  };
  return (
    <div className="grid items-start gap-6 @4xl:grid-cols-2">
      <Part isNarrow title={words.chosen} hint={words.chosenHint}>
        {error ? <Notice tone="error">{error}</Notice> : null}
        <div className="grid gap-2">
          <Checkbox
            name="region"
            value={restCode}
            defaultChecked={isRest}
            label={words.restLabel}
            className="border-b border-rule pb-1"
          />
          {tree.chosen.length === 0 ? (
            isRest ? null : (
              <p className="text-muted">{words.chosenNone}</p>
            )
          ) : (
            <>
              <p className="printed">{words.chosenCount(tree.chosen.length)}</p>
              <ul className="max-h-96 divide-y divide-rule overflow-y-auto border-y border-rule">
                {tree.chosen.map(({ code, name }) => (
                  <li key={code}>
                    <Checkbox
                      name="region"
                      value={code}
                      defaultChecked
                      className="w-full py-1"
                      label={
                        <>
                          <span className="min-w-0 grow">{name}</span>
                          <span className="figures pr-1 text-xs text-muted">{code}</span>
                        </>
                      }
                    />
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </Part>
      <Part isNarrow title={words.tree} hint={words.treeHint}>
        {opened.map((code) => (
          <input key={code} type="hidden" name="open" value={code} />
        ))}
        <search className="flex gap-2">
          <TextInput
            name="q"
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            maxLength={80}
            defaultValue={tree.q}
            onKeyDown={find}
          />
          <Button type="submit" name="intent" value="find" look="quiet">
            {words.find}
          </Button>
        </search>
        {tree.found ? (
          <div className="grid gap-1">
            <p role="status" className="text-muted">
              {tree.found.length > 0 ? words.found(tree.found.length) : words.notFound}
            </p>
            <ul className="divide-y divide-rule border-y border-rule empty:hidden">
              {tree.found.map((region) => (
                <li key={region.code} className="flex items-center">
                  <RegionTick region={region} isChosen={chosen.has(region.code)} zoneId={zoneId} />
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        <div className="max-h-[32rem] overflow-y-auto border-y border-rule">
          <Branch
            tree={tree}
            parent=""
            level={0}
            chosen={chosen}
            opened={new Set(opened)}
            zoneId={zoneId}
            found={new Set(tree.found?.map(({ code }) => code))}
          />
        </div>
      </Part>
    </div>
  );
}

interface BranchProps {
  tree: ZoneTree;
  parent: string;
  level: number;
  chosen: ReadonlySet<string>;
  opened: ReadonlySet<string>;
  zoneId: string | null;
  found: ReadonlySet<string>;
}

function Branch(props: BranchProps) {
  const { tree, parent, level, chosen, opened, zoneId, found } = props;
  const { zones: words } = useShippingWords();
  const branch = tree.branches.find((one) => one.parent === parent);
  return (
    <ul
      className={level === 0 ? "divide-y divide-rule" : "divide-y divide-rule border-t border-rule"}
    >
      {branch?.regions.map((region) => {
        const isOpen = opened.has(region.code);
        return (
          <li key={region.code}>
            <div
              className="flex items-center gap-1"
              style={{ paddingInlineStart: `${level * 1.25}rem` }}
            >
              {region.is_branch ? (
                <button
                  type="submit"
                  name="toggle"
                  value={region.code}
                  aria-expanded={isOpen}
                  aria-label={isOpen ? words.opened(region.name) : words.closed(region.name)}
                  className="grid size-11 shrink-0 place-items-center hover:text-carbon lg:size-9"
                >
                  <Icon name="chevron-right" className={`size-4 ${isOpen ? "rotate-90" : ""}`} />
                </button>
              ) : (
                <span className="size-11 shrink-0 lg:size-9" />
              )}
              {/* A region that the search shows has its tick there. */}
              <RegionTick
                region={region}
                isChosen={chosen.has(region.code) || found.has(region.code)}
                zoneId={zoneId}
              />
            </div>
            {isOpen ? <Branch {...props} parent={region.code} level={level + 1} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

/** A region to tick, or a mark at one that is chosen, and the zone that has it. */
function RegionTick({
  region,
  isChosen,
  zoneId,
}: {
  region: TreeRegion;
  isChosen: boolean;
  zoneId: string | null;
}) {
  const { zones: words } = useShippingWords();
  const language = useLanguage();
  const { code, name, within, zone, inside } = region;
  const isElsewhere = zone !== null && zone.id !== zoneId;
  const label = (
    <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
      <span>
        {name}
        {within ? <span className="text-muted">, {within}</span> : null}
      </span>
      <span className="text-xs text-muted">
        {isElsewhere ? words.inZone(zone.name[language]) : inside > 0 ? words.inside(inside) : null}
      </span>
    </span>
  );
  if (isChosen) {
    return (
      <span className="flex min-h-11 grow items-center gap-3 text-muted lg:min-h-9">
        <Icon name="check" className="size-5" />
        {label}
        <span className="sr-only">{words.here}</span>
      </span>
    );
  }
  return <Checkbox name="region" value={code} className="min-w-0 grow py-0.5 pr-1" label={label} />;
}
