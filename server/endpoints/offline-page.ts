import { offlineWords } from "#app/messages/shared/offline.ts";
import type { Language } from "#base/language.ts";
import { temporaryLayout } from "#server/middleware/temporary-layout.ts";

/** Where the worker keeps the names of what is in the cart, by variant. Only the cache answers this address. */
export const cartNamesPath = "/offline/cart-names";

/** The families of `temporaryLayout`, each with the file that has its letters. */
const families = {
  "Bricolage Grotesque Variable": /bricolage-grotesque-text-/,
  "Plus Jakarta Sans Variable": /plus-jakarta-sans-text-/,
};

/**
 * @param nonce of this answer; it is stored with the page, whose policy contains it
 * @param fonts paths of the shop's own, which the worker caches
 */
export function offlinePage(
  language: Language,
  shopName: string,
  nonce: string,
  fonts: readonly string[],
): string {
  const words = offlineWords(language);
  const faces = Object.entries(families).flatMap(([family, file]) => {
    const path = fonts.find((font) => file.test(font));
    return path
      ? `@font-face{font-family:"${family}";src:url("${path}") format("woff2");font-weight:200 800;font-display:swap}`
      : [];
  });
  return temporaryLayout(language, shopName, nonce, words, script, {
    styles: faces.join(""),
    html: `<section id="cart" hidden><h2>${words.cart}</h2><ul></ul></section>\n`,
  });
}

/**
 * Opens the wanted page again once there is a connection, and lists what is in this device's cart: quantities are the
 * cart's, names those of its last quote. Text only, so that no name becomes markup. It looks again for three seconds, since
 * what the page before has stored may reach this one late.
 */
const script = `addEventListener("online",function(){location.reload()});
addEventListener("DOMContentLoaded",function(){show(10)});
async function show(tries){
  var stored=JSON.parse(localStorage.getItem("cart")||"null"),lines=stored&&stored.state&&stored.state.lines||[];
  var kept=await caches.match("${cartNamesPath}"),names=kept?await kept.json():{};
  var shown=lines.filter(function(line){return names[line.variant_id]});
  if(!shown.length){if(tries)setTimeout(show,300,tries-1);return}
  var cart=document.getElementById("cart");
  shown.forEach(function(line){
    var row=document.createElement("li"),name=document.createElement("span"),count=document.createElement("span");
    name.textContent=names[line.variant_id];count.textContent=line.quantity+" ×";row.append(name,count);cart.querySelector("ul").append(row);
  });
  cart.hidden=false;
}`;
