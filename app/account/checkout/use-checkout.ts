import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useCart } from "#app/browser/cart/cart-store.ts";
import { keptClick } from "#app/browser/kept-click.ts";
import type { SignInMethods } from "#app/sign-in-methods.ts";
import type {
  CheckoutQuote,
  PlacedOrder,
  PlaceOrderInput,
} from "#shop/orders/checkout/checkout.ts";
import { noRemarks, type Remarks } from "#shop/orders/remarks/remarks.ts";
import type { ShippingOption } from "#shop/settings/shipping/shipping.ts";
import type { CheckoutAnswer, CheckoutProblem } from "./checkout-action.server.ts";
import { readChoices, type StoredChoices, writeChoices } from "./stored-choices.ts";

interface Choices {
  addressId: string | null;
  methodId: string | null;
  paymentMethod: string;
}

/** Ids that the buyer can choose. */
interface Offered {
  readonly addresses: readonly string[];
  readonly methods: readonly string[];
}

/**
 * The state of the checkout: choices, the price that belongs to them, and the order once it is placed. The order's
 * key stays the same until the cart or a choice changes, so however often the button is pressed, there is one order.
 * @param offered the ids that may be restored from sessionStorage
 * @param captcha that placing needs, where the shop asks for one
 */
export function useCheckout(initial: Choices, offered: Offered, captcha: SignInMethods["captcha"]) {
  const lines = useCart((cart) => cart.lines);
  const promo_codes = useCart((cart) => cart.promo_codes);
  const clear = useCart((cart) => cart.clear);
  const removeCode = useCart((cart) => cart.removeCode);
  const [choices, setChoices] = useState(initial);
  const quoting = useFetcher<CheckoutAnswer>();
  const placing = useFetcher<CheckoutAnswer>();
  const [quote, setQuote] = useState<CheckoutQuote | null>(null);
  const [agreed, setAgreed] = useState<ShippingOption | null>(null);
  const [placed, setPlaced] = useState<PlacedOrder | null>(null);
  const [problem, setProblem] = useState<CheckoutProblem | null>(null);
  const [isProving, setIsProving] = useState(false);
  const [remarks, setRemarks] = useState(noRemarks);
  const key = useRef("");
  // The delivery method is restored after the quote arrives, because the offered methods depend on the region.
  const stored = useRef<StoredChoices | null>(null);
  const [isRestored, setRestored] = useState(false);
  // Read after hydration, because the server cannot read sessionStorage.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const read = readChoices();
    // The address belongs to another account, so another person made these choices in this tab.
    const isForeign = read?.addressId != null && !offered.addresses.includes(read.addressId);
    stored.current = isForeign ? null : read;
    const { addressId = null, paymentMethod = "", remarks: typed } = stored.current ?? {};
    setChoices((before) => ({
      ...before,
      ...(addressId ? { addressId } : {}),
      ...(offered.methods.includes(paymentMethod) ? { paymentMethod } : {}),
    }));
    if (typed) setRemarks(typed);
    setRestored(true);
  }, []);
  useEffect(() => {
    if (placed) writeChoices(null);
    else if (isRestored) {
      const methodId = choices.methodId ?? stored.current?.methodId ?? null;
      writeChoices({ ...choices, methodId, remarks });
    }
  }, [isRestored, placed, choices, remarks]);

  const cart = {
    lines: [...lines],
    promo_codes: [...promo_codes],
    ...(choices.addressId ? { address_id: choices.addressId } : {}),
    ...(choices.methodId ? { shipping_method_id: choices.methodId } : {}),
  };
  const question = {
    ...cart,
    ...(choices.paymentMethod ? { payment_method: choices.paymentMethod } : {}),
  };
  const asked = JSON.stringify(question);

  const ask = () =>
    void quoting.submit(JSON.stringify({ intent: "quote", cart: question }), jsonPost);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new price is asked for when the question changes
  useEffect(() => {
    if (lines.length === 0 || placed) return;
    key.current = crypto.randomUUID();
    ask();
  }, [asked]);

  const quoted = quoting.data;
  useEffect(() => {
    if (quoted?.kind === "quote") setQuote(quoted.quote);
  }, [quoted]);

  // The cart said why a code is refused. Above the button that pays it would only frighten; one that another choice here
  // could bring in stays.
  const areCodesSorted = useRef(false);
  useEffect(() => {
    if (!quote || areCodesSorted.current) return;
    areCodesSorted.current = true;
    for (const { code, promo_code } of quote.problems) {
      if (promo_code && !choosable.has(code)) removeCode(promo_code);
    }
  }, [quote, removeCode]);

  // The cheapest delivery option is preselected; a lapsed choice is reported, never replaced silently.
  useEffect(() => {
    const options = quote?.shipping_options ?? [];
    const first = options.find(({ id }) => id === stored.current?.methodId) ?? options[0];
    if (first && choices.methodId === null) {
      setChoices((before) => ({ ...before, methodId: first.id }));
      setAgreed(first);
    }
  }, [quote, choices.methodId]);

  const answer = placing.data;
  useEffect(() => {
    if (answer?.kind === "placed") {
      setPlaced(answer.placed);
      // The order now has the lines: empty the cart, so that leaving before payment does not lead to a second order.
      clear();
    }
    if (answer?.kind === "refused") {
      setProblem(answer.problem);
      key.current = crypto.randomUUID();
      if ("quote" in answer.problem && answer.problem.quote) setQuote(answer.problem.quote);
    }
  }, [answer, clear]);

  return {
    lines,
    choices,
    choose: (change: Partial<Choices>) => {
      setProblem(null);
      setChoices((before) => ({ ...before, ...change }));
      const option = quote?.shipping_options.find(({ id }) => id === change.methodId);
      if (option) setAgreed(option);
    },
    remarks,
    isRestored,
    remark: (change: Remarks) => {
      setRemarks(change);
      key.current = crypto.randomUUID();
    },
    quote,
    agreed,
    isQuoting: quoting.state !== "idle",
    /** The price of the current choices could not be requested. */
    isUnquoted: quoting.state === "idle" && quoted?.kind === "unsent",
    askAgain: ask,
    /** It is unknown whether the order arrived; a second press uses the same key. */
    isUnsent: placing.state === "idle" && answer?.kind === "unsent",
    placed,
    problem,
    isPlacing: isProving || placing.state !== "idle",
    /** @param wantsNews the buyer ticked the box for news from the shop */
    async place(wantsNews: boolean): Promise<void> {
      if (!quote || !choices.addressId || !choices.methodId) return;
      const order: Omit<PlaceOrderInput, "address_id" | "shipping_method_id"> = {
        ...cart,
        payment_method: choices.paymentMethod,
        expected_total: quote.total,
        accepted_terms_version: quote.terms_version,
        remarks,
        ...mailClick(),
      };
      setProblem(null);
      let proven = order;
      if (captcha) {
        setIsProving(true);
        try {
          proven = { ...order, captcha_token: await tokenFor(captcha) };
        } catch (error) {
          console.error("The captcha could not be had", error);
          setProblem({ code: "captcha_unavailable" });
          return;
        } finally {
          setIsProving(false);
        }
      }
      const body = { intent: "place", key: key.current, order: proven, wants_news: wantsNews };
      placing.submit(JSON.stringify(body), jsonPost);
    },
  };
}

/** The campaign's mail that led the buyer here, if the device still keeps it. */
function mailClick(): Pick<PlaceOrderInput, "mail_click"> {
  const kept = keptClick();
  return kept ? { mail_click: { k: kept.k, at: kept.at } } : {};
}

/** @throws CaptchaError when no captcha token can be obtained now */
async function tokenFor({ siteKey }: NonNullable<SignInMethods["captcha"]>): Promise<string> {
  const { captchaToken } = await import("#app/browser/captcha/captcha.ts");
  return captchaToken("place_order", siteKey);
}

/** Codes with these problems may apply by another address, payment method or code, or a little later. */
const choosable: ReadonlySet<string> = new Set([
  "promo_region",
  "promo_payment_method",
  "promo_paid_by",
  "promo_not_combinable",
  "promo_too_many_tries",
]);

const jsonPost = { method: "post", encType: "application/json" } as const;
