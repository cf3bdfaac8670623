import { useStaffWords } from "#app/admin/messages/staff.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type Permission, type PermissionArea, permissions } from "#shop/kernel/permissions.ts";

/** The permissions by area, in the order of the catalogue. */
function byArea(keys: readonly Permission[]): (readonly [PermissionArea, readonly Permission[]])[] {
  const areas = [...new Set(keys.map((key) => key.split(".")[0] as PermissionArea))];
  return areas.map((area) => [area, keys.filter((key) => key.startsWith(`${area}.`))]);
}

/** What a role may do, in plain sentences. */
export function PermissionSentences({ granted }: { granted: readonly Permission[] }) {
  const words = useStaffWords();
  const keys = permissions.filter((key) => granted.includes(key));
  if (keys.length === 0) return <p className="text-muted">{words.role.none}</p>;
  return (
    <dl className="grid gap-x-6 border-t border-rule">
      {byArea(keys).map(([area, own]) => (
        <div
          key={area}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-0.5 border-b border-rule py-2 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt className="font-semibold">{words.areas[area]}</dt>
          <dd>
            <ul className="grid gap-0.5">
              {own.map((key) => (
                <li key={key} className="flex items-start gap-2 wrap-anywhere">
                  <Icon name="check" className="mt-0.5 size-4 shrink-0" />
                  {words.permissions[key]}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface PermissionTicksProps {
  chosen: readonly string[];
  /** The others cannot be ticked. */
  offered: readonly Permission[];
}

/** A tick for each permission, with its sentence. */
export function PermissionTicks({ chosen, offered }: PermissionTicksProps) {
  const words = useStaffWords();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] border-t border-rule">
      {byArea(permissions).map(([area, keys]) => (
        <fieldset
          key={area}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-6 border-b border-rule py-2 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <legend className="float-left font-semibold sm:sr-only">{words.areas[area]}</legend>
          <span aria-hidden="true" className="py-2 font-semibold max-sm:hidden">
            {words.areas[area]}
          </span>
          <div className="grid grid-cols-[minmax(0,1fr)]">
            {keys.map((key) => (
              <Checkbox
                key={key}
                name="permissions"
                value={key}
                className="wrap-anywhere"
                label={words.permissions[key]}
                defaultChecked={chosen.includes(key)}
                disabled={!offered.includes(key)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
