/** Scripts of this document by address; one that failed may be tried again. */
const loading = new Map<string, Promise<void>>();

/** Props of a provider's form. */
export interface ScriptForm {
  readonly client: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  readonly amount: number;
  readonly onDone: () => void;
}

/**
 * Loads a payment provider's script from the provider's host, once a document. Only a document that was loaded at
 * this address has a policy that allows it; any other one is reloaded.
 * @returns false when the page is being reloaded
 * @throws Error when the script cannot be loaded
 */
export async function loadPaymentScript(
  address: string,
  options: Readonly<Record<string, string>>,
): Promise<boolean> {
  if (!wasLoadedHere()) {
    location.reload();
    return false;
  }
  const known = loading.get(address);
  const script = known ?? addScript(address, options);
  loading.set(address, script);
  script.catch(() => loading.delete(address));
  await script;
  return true;
}

function wasLoadedHere(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry !== undefined && new URL(entry.name).pathname === location.pathname;
}

function addScript(address: string, options: Readonly<Record<string, string>>): Promise<void> {
  const script = document.createElement("script");
  script.src = address;
  script.async = true;
  // Midtrans reads its public key from the element itself.
  if (options.clientKey) script.dataset.clientKey = options.clientKey;
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`no script from ${new URL(address).host}`));
    };
    document.head.append(script);
  });
}
