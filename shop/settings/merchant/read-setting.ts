import { readEmail } from "#base/email-address.ts";
import { withoutInvisible } from "#base/typed-text.ts";
import { normalisePhone } from "#shop/kernel/phone.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import type { SettingField, SettingValue } from "./settings.ts";

/** A typed setting, or the code of what is wrong with it. */
export type ReadSetting = { readonly value: SettingValue } | { readonly problem: string };

/** Reads a setting of a form. @param typed what the form has under a name; empty when it is absent */
export function readSetting(field: SettingField, typed: (name: string) => string): ReadSetting {
  const text = (name = field.name) =>
    withoutInvisible(typed(name))
      .replace(/[\p{Cc}\p{Cs}]/gu, " ")
      .trim();
  switch (field.kind) {
    case "line": {
      const value = text();
      if (field.required && value === "") return { problem: "required" };
      return value.length > field.max ? { problem: "too_long" } : { value };
    }
    case "both": {
      const value = { id: text(`${field.name}.id`), en: text(`${field.name}.en`) };
      const isTooLong = value.id.length > field.max || value.en.length > field.max;
      return isTooLong ? { problem: "too_long" } : { value };
    }
    case "email": {
      const value = text() === "" ? "" : readEmail(text());
      return value === undefined ? { problem: "email_invalid" } : { value };
    }
    case "phone": {
      if (text() === "") return { value: "" };
      const value = normalisePhone(text());
      return value === undefined ? { problem: "phone_invalid" } : { value };
    }
    case "npwp": {
      // Printed as 09.254.294.3-407.000 or as the digits alone.
      const value = text().replace(/[\s.-]/g, "");
      return /^(\d{15,16})?$/.test(value) ? { value } : { problem: "npwp_invalid" };
    }
    case "flag":
      return { value: text() === "on" };
    case "choice": {
      const value = field.values.find((one) => one === text());
      return value === undefined ? { problem: "invalid_input" } : { value };
    }
    case "whole":
    case "rupiah": {
      if (field.optional && text() === "") return { value: null };
      const value = readAmount(text());
      if (value === undefined) return { problem: "number_invalid" };
      return value < field.min || value > field.max
        ? { problem: "number_out_of_range" }
        : { value };
    }
  }
}
