import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import {
  type MessageInput,
  messageSchema,
} from "#shop/production/customisations/proofs/answer-proof.server.ts";
import {
  type PinInput,
  pinSchema,
  type SettleInput,
  settleSchema,
} from "#shop/production/customisations/proofs/pin-proof.server.ts";

/*
 * The forms of app/ui/domain/proof-sheets/pin-threads.tsx, which buyers and staff post. A problem is a stable code.
 */

/** A message, of a pin where it names one. */
export function readMessage(form: FormData): Result<MessageInput, string> {
  return parsed(messageSchema, {
    id: form.get("key"),
    text: form.get("text"),
    ...(form.get("pin") === null ? {} : { pin_id: form.get("pin") }),
  });
}

/** A new pin with its first message. */
export function readPin(form: FormData): Result<PinInput, string> {
  return parsed(pinSchema, {
    proof_id: form.get("proof"),
    side: form.get("side"),
    area: form.get("area"),
    x: numberOf(form.get("x")),
    y: numberOf(form.get("y")),
    message: { id: form.get("key"), text: form.get("text") },
  });
}

/** A pin that is settled, or opened again. */
export function readSettling(form: FormData): Result<SettleInput, string> {
  return parsed(settleSchema, {
    pin_id: form.get("pin"),
    is_settled: form.get("settled") === "on",
  });
}

function parsed<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): Result<v.InferOutput<Schema>, string> {
  const read = v.safeParse(schema, input);
  if (read.success) return ok(read.output);
  const code = read.issues[0].message;
  return fail(/^[a-z_]+$/.test(code) ? code : "invalid_input");
}

/** Not a number where the field is missing or empty. */
const numberOf = (value: FormDataEntryValue | null) =>
  typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
