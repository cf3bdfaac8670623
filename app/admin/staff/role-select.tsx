import type { ComponentProps } from "react";
import { useRoleName } from "#app/messages/shared/staff-roles.ts";
import { Select } from "#app/ui/select.tsx";

/** A role that may be chosen. */
export interface RoleChoice {
  /** Of a staff role, or `ADMIN`. */
  readonly id: string;
  /** Of a role of the shop's own. */
  readonly name: string;
}

/** The roles that the reader may give. */
export function RoleSelect({
  choices,
  ...rest
}: ComponentProps<"select"> & { choices: readonly RoleChoice[] }) {
  const nameOf = useRoleName();
  return (
    <Select {...rest} className="w-full">
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {nameOf(id, name)}
        </option>
      ))}
    </Select>
  );
}
