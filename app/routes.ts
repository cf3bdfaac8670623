import { layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import { type Language, languages, localPath } from "#base/language.ts";

/** Every address of the shop, Indonesian at `/` and the same again in English below `/en`. */
export default languages.flatMap(table) satisfies RouteConfig;

function table(language: Language): RouteConfigEntry[] {
  /** The same file serves both languages, so each entry needs an id of its own. */
  const named = (name: string) => ({ id: `${language}:${name}` });
  const page = (path: string, file: string) => route(localPath(language, path), file, named(path));

  return [
    layout("storefront/default-layout.tsx", named("default"), [
      page("/", "storefront/home/home.tsx"),
      page("/Shop", "storefront/shop/shop.tsx"),
      page("/item/:id", "storefront/item/item.tsx"),
      page("/Cart", "storefront/cart/cart.tsx"),
      page("/About", "storefront/reading/about.tsx"),
      page("/Contact", "storefront/contact/contact.tsx"),
      page("/Faq", "storefront/faq/faq.tsx"),
      page("/PrivacyPolicy", "storefront/reading/privacy-policy.tsx"),
      page("/ShippingAndReturns", "storefront/terms/shipping-and-returns.tsx"),
      page("/TermsAndConditions", "storefront/terms/terms-and-conditions.tsx"),
      page("/TermsAndConditions/:version", "storefront/terms/terms-and-conditions.tsx"),
      page("/Auth", "account/auth/auth.tsx"),
      page("/ForgotPassword", "account/auth/forgot-password.tsx"),
      page("/ChangeForgotPassword", "account/auth/change-forgot-password.tsx"),
      page("/FirstAdmin/:token", "account/auth/first-admin.tsx"),
      page("/Success", "account/success/success.tsx"),
      page("/Order/:token", "storefront/track/track.tsx"),
      page("/RestoreCart/:token", "storefront/cart/restore-cart.tsx"),
      page("/Unsubscribe", "storefront/unsubscribe/unsubscribe.tsx"),
      page("/Unauthorised", "storefront/unauthorised.tsx"),
      layout("account/dashboard/dashboard-layout.tsx", named("dashboard"), [
        page("/dashboard", "account/dashboard/dashboard.tsx"),
        page("/dashboard/Address", "account/address/address.tsx"),
        page("/dashboard/Details", "account/details/details.tsx"),
        page("/dashboard/Security", "account/security/security.tsx"),
        page("/dashboard/Cart", "account/cart/move-cart.ts"),
        page("/dashboard/Security/Data", "account/security/download.ts"),
        page("/dashboard/orders", "account/orders/orders.tsx"),
        page("/dashboard/orders/:id", "account/orders/order.tsx"),
        page(
          "/dashboard/orders/:id/Customisation",
          "account/customisations/order-customisation.tsx",
        ),
        page("/dashboard/Customisations", "account/customisations/customisations.tsx"),
        page("/dashboard/orders/:id/Return", "account/orders/return.tsx"),
      ]),
      layout("account/signed-in-layout.tsx", named("signed-in"), [
        page("/Address", "account/address/address.tsx"),
        page("/SetDetails", "account/details/set-details.tsx"),
        page("/Checkout", "account/checkout/checkout.tsx"),
      ]),
      page("/*", "storefront/not-found.tsx"),
    ]),
    layout("admin/admin-layout.tsx", named("admin"), [
      page("/admin", "admin/home/home.tsx"),
      page("/admin/Orders", "admin/orders/orders.tsx"),
      page("/admin/Orders/:id", "admin/orders/order.tsx"),
      page("/admin/Products", "admin/products/products.tsx"),
      page("/admin/Products/New", "admin/products/new-product.tsx"),
      page("/admin/Products/:id", "admin/products/product.tsx"),
      page("/admin/Stock/:id", "admin/stock/variant-stock.tsx"),
      page("/admin/PromoCodes", "admin/promos/promos.tsx"),
      page("/admin/PromoCodes/:id", "admin/promos/promotion.tsx"),
      page("/admin/PromoCodes/:id/Codes", "admin/promos/codes.tsx"),
      page("/admin/PromoCodes/:id/Results", "admin/promos/results.tsx"),
      page("/admin/Returns", "admin/returns/returns.tsx"),
      page("/admin/Returns/:id", "admin/returns/return.tsx"),
      page("/admin/Payments", "admin/payments/payments.tsx"),
      page("/admin/Mails", "admin/mails/mails.tsx"),
      page("/admin/TermsAndConditions", "admin/terms/terms.tsx"),
      page("/admin/TermsAndConditions/:id", "admin/terms/draft.tsx"),
      page("/admin/Safety", "admin/safety/safety.tsx"),
      page("/admin/Products/:id/Media", "admin/products/media/media-page.tsx"),
      page("/admin/Enquiries", "admin/enquiries/enquiries.tsx"),
      page("/admin/Enquiries/:id", "admin/enquiries/enquiry.tsx"),
    ]),
    page("/dashboard/orders/:id/invoice.pdf", "account/orders/invoice.ts"),
    page("/admin/Orders/:id/print/:paper", "admin/orders/print-documents.ts"),
    page("/admin/PromoCodes/Choices", "admin/promos/search-choices.ts"),
    page("/admin/PromoCodes/:id/Codes/:batch/File", "admin/promos/codes-file.ts"),
    page("/admin/Products/:id/Media/Uploads", "admin/products/media/take-upload.ts"),
    page("/dashboard/orders/:id/qr.png", "account/payment/qr-picture.ts"),
    page("/dev/ui", "dev/ui.tsx"),
    page("/api/suggestions", "storefront/api/suggestions.ts"),
    page("/api/regions", "storefront/api/regions.ts"),
    page("/api/delivery-estimate", "storefront/api/delivery-estimate.ts"),
    page("/api/quote", "storefront/api/quote.ts"),
    page("/api/stock-alert", "storefront/api/stock-alert.ts"),
  ];
}
