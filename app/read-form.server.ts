import { data } from "react-router";

/** The form that was posted. @throws a 400 answer when the body is none, which no page of ours sends */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw badRequest();
  }
}

/** To be thrown: what came cannot be understood. */
export function badRequest() {
  return data({ code: "invalid_input" }, { status: 400 });
}
